import type { RefObject } from 'react';
import type { Address } from '../address/address.js';
import { go } from '../address/use-address.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { Kbd } from '../parts/kbd.js';
import { Select } from '../parts/select.js';
import { labelOf } from '../present/field-labels.js';
import { useTexts } from '../texts/texts.js';
import { lineOf } from '../present/line-of.js';
import { GROUPS, groupOf } from './groups.js';

/** What the list shows: by status, tool, person and text. */
export const Filters = ({
  address,
  text,
  onText,
  tools,
  search,
}: {
  readonly address: Address;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly tools: readonly string[];
  readonly search: RefObject<HTMLInputElement | null>;
}) => {
  const { list } = useTexts();
  const { filters, groups } = list;
  return (
    <form className="filters" role="search" aria-label={filters.title} onSubmit={(event) => event.preventDefault()}>
      <Search text={text} onText={onText} search={search} />
      <div className="filters-choices">
        <Select
          label={filters.status}
          hidesLabel
          size="small"
          value={groupOf(address)}
          options={GROUPS.map((value) => ({ value, label: groups[value] }))}
          onSelect={(group) => go({ status: group === 'waiting' ? undefined : group, order: undefined }, 'replace')}
        />
        <Select
          label={filters.tool}
          hidesLabel
          size="small"
          value={address.tool ?? ''}
          options={[{ value: '', label: filters.allTools }, ...labelsOf(tools)]}
          onSelect={(tool) => go({ tool: tool || undefined }, 'replace')}
        />
        <Button
          size="small"
          className={address.mine ? 'filters-mine filters-on' : 'filters-mine'}
          aria-pressed={address.mine === true}
          onClick={() => go({ mine: address.mine ? undefined : true }, 'replace')}
        >
          {filters.mine}
        </Button>
      </div>
    </form>
  );
};

/** Tools in words; two tools with the same words are shown with their names. */
const labelsOf = (tools: readonly string[]): readonly { readonly value: string; readonly label: string }[] => {
  const labels = tools.map(labelOf);
  return tools.map((value, index) => {
    const label = labels[index]!;
    const isOnly = labels.indexOf(label) === labels.lastIndexOf(label);
    return { value, label: lineOf(isOnly ? label : `${label} (${value})`) };
  });
};

const Search = ({
  text,
  onText,
  search,
}: {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly search: RefObject<HTMLInputElement | null>;
}) => {
  const { filters } = useTexts().list;
  return (
    <div className="filters-search">
      <Icon name="search" />
      <input
        ref={search}
        type="search"
        className="input"
        aria-label={filters.text}
        placeholder={filters.placeholder}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (text) onText('');
          else event.currentTarget.blur();
        }}
      />
      {text ? (
        <Button
          look="quiet"
          size="small"
          className="button-icon"
          aria-label={filters.clearText}
          onClick={() => onText('')}
        >
          <Icon name="close" />
        </Button>
      ) : (
        <Kbd name="/" />
      )}
    </div>
  );
};
