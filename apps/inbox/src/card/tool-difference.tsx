import { useMemo } from 'react';
import type { PresentToolBody } from 'toolgate/http/client';
import { WordsView } from '../parts/changes-view.js';
import { VisibleText } from '../parts/visible-text.js';
import { type ParameterChange, parameterChanges } from '../present/tool-difference.js';
import { wordChanges } from '../present/word-changes.js';
import { useTexts } from '../texts/texts.js';

type Definition = Partial<PresentToolBody>;

/** What differs between two definitions of a tool: its description, and each parameter in words. */
export const ToolDifference = ({ before, after }: { readonly before: Definition; readonly after: Definition }) => {
  const { tool } = useTexts().card;
  const parameters = useMemo(
    () => parameterChanges(before.inputSchema, after.inputSchema, tool),
    [before.inputSchema, after.inputSchema, tool],
  );
  const hasOtherDescription = before.description !== after.description;
  if (!hasOtherDescription && parameters.length === 0) return <p>{tool.other}</p>;
  return (
    <ul className="difference tool-difference">
      {hasOtherDescription && <Change title={tool.description} before={before.description} after={after.description} />}
      {parameters.map(({ name, ...words }) => (
        <Change key={name} title={tool[kindOf(words)](name)} {...words} />
      ))}
    </ul>
  );
};

type Sides = Omit<ParameterChange, 'name'>;

const kindOf = ({ before, after }: Sides): 'added' | 'removed' | 'changed' =>
  before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';

const Change = ({ title, before = '', after = '' }: Sides & { readonly title: string }) => {
  const words = wordChanges(before, after) ?? [
    { type: 'removed', text: before },
    { type: 'added', text: after },
  ];
  return (
    <li>
      <span className="difference-path">
        <VisibleText text={title} />
      </span>
      <WordsView words={words} />
    </li>
  );
};
