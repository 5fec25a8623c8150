import type { ApprovalBody } from 'toolgate/http/client';
import { Disclosure } from '../parts/disclosure.js';
import { Icon, type IconName } from '../parts/icon.js';
import { VisibleText } from '../parts/visible-text.js';
import { type TraceSentence, traceWords } from '../present/trace-words.js';
import { useTexts } from '../texts/texts.js';
import { Section } from './section.js';

const ICONS: Readonly<Record<TraceSentence['decision'], IconName>> = {
  ask: 'question',
  approve: 'check',
  reject: 'ban',
  abstain: 'more',
  error: 'alert',
};

/** Why the call is not decided by a strategy alone. */
export const WhySection = ({ approval }: { readonly approval: ApprovalBody }) => {
  const { card, trace: texts } = useTexts();
  const { reason, trace = [] } = approval;
  const { decisive, others } = traceWords(trace, texts);
  if (reason === undefined && trace.length === 0) return null;
  const isStated = decisive.some((sentence) => sentence.reason === reason);
  return (
    <Section title={card.why}>
      {reason !== undefined && !isStated && (
        <p className="why-reason">
          <VisibleText text={reason} />
        </p>
      )}
      <Sentences sentences={decisive} />
      {others.length > 0 && (
        <Disclosure summary={card.others(others.length)}>
          <Sentences sentences={others} />
        </Disclosure>
      )}
    </Section>
  );
};

const Sentences = ({ sentences }: { readonly sentences: readonly TraceSentence[] }) => (
  <ul className="trace">
    {sentences.map(({ decision, text, reason, path }, index) => (
      <li key={index} className={`trace-${decision}`}>
        <Icon name={ICONS[decision]} />
        <div>
          <span title={path.join(' › ')}>
            <VisibleText text={text} />
          </span>
          {reason !== undefined && (
            <p>
              <VisibleText text={reason} />
            </p>
          )}
        </div>
      </li>
    ))}
  </ul>
);
