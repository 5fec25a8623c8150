import type { ApprovalBody, VoteBody } from 'toolgate/http/client';
import { useMe } from '../data/queries.js';
import { Icon } from '../parts/icon.js';
import { RelativeTime } from '../parts/time.js';
import { VisibleText } from '../parts/visible-text.js';
import { type GroupWords, requirementWords } from '../present/requirement-words.js';
import { useTexts } from '../texts/texts.js';
import { Section } from './section.js';

/** Who must decide, who has, and who still may. */
export const WhoSection = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { card, requirement: texts } = useTexts();
  const { groups, rules, mayDecide } = requirementWords(approval, texts);
  return (
    <Section title={card.who}>
      {groups.map((group, index) => (
        <Group key={index} group={group} />
      ))}
      {approval.votes.length > 0 && (
        <ul className="votes">
          {approval.votes.map((vote) => (
            <Vote key={vote.voter} vote={vote} />
          ))}
        </ul>
      )}
      {mayDecide && <MayDecide people={mayDecide} />}
      {rules.length > 0 && (
        <ul className="rules">
          {rules.map((rule) => (
            <li key={rule}>
              <VisibleText text={rule} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
};

const MOST_DOTS = 8;

const Group = ({ group: { text, quorum, votes, isMet } }: { readonly group: GroupWords }) => {
  const { card } = useTexts();
  const count = Math.min(votes.length, quorum);
  return (
    <p className={isMet ? 'group group-met' : 'group'}>
      <span className="group-text">
        <VisibleText text={text} />
      </span>
      {quorum <= MOST_DOTS && (
        <span className="group-dots" aria-hidden="true">
          {Array.from({ length: quorum }, (_, index) => (
            <span key={index} className={index < count ? 'dot dot-full' : 'dot'} />
          ))}
        </span>
      )}
      <span className="group-count">{card.quorum(count, quorum)}</span>
    </p>
  );
};

const Vote = ({ vote: { voter, roles = [], reason, at } }: { readonly vote: VoteBody }) => {
  const { card } = useTexts();
  return (
    <li>
      <Icon name="check" />
      <div>
        <span className="vote-voter">
          <Person id={voter} name={voter} />
          {roles.length > 0 && (
            <small>
              <VisibleText text={roles.join(', ')} />
            </small>
          )}
        </span>
        <small>
          {card.voted} <RelativeTime at={at} />
        </small>
        {reason && (
          <p>
            <VisibleText text={reason} />
          </p>
        )}
      </div>
    </li>
  );
};

const MayDecide = ({ people }: { readonly people: readonly { readonly id: string; readonly name: string }[] }) => {
  const { card } = useTexts();
  if (people.length === 0) return <p className="value-none">{card.noOneLeft}</p>;
  return (
    <div className="may-decide">
      <h3>{card.mayDecide}</h3>
      <ul>
        {people.map(({ id, name }) => (
          <li key={id} title={id}>
            <Person id={id} name={name} />
          </li>
        ))}
      </ul>
    </div>
  );
};

const Person = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const { card } = useTexts();
  const { data: me } = useMe();
  return (
    <>
      <VisibleText text={name} />
      {me?.id === id && <small className="fact-you">{card.you}</small>}
    </>
  );
};
