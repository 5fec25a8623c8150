import type { ApprovalHourBody } from 'toolgate/http/client';
import { Disclosure } from '../parts/disclosure.js';
import { durationWords } from '../parts/time-words.js';
import { useLanguage } from '../texts/texts.js';
import { hourOf } from './hour-words.js';

/** The numbers of the charts, newest hour first. */
export const HoursTable = ({ hours }: { readonly hours: readonly ApprovalHourBody[] }) => {
  const { locale, texts } = useLanguage();
  const { activity } = texts;
  const count = (value: number): string => value.toLocaleString(locale);
  return (
    <Disclosure summary={activity.table}>
      <div className="hours-table">
        <table>
          <thead>
            <tr>
              {[activity.hour, activity.asked, activity.decided, activity.median, activity.expired].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hours.toReversed().map(({ at, asked, decided, medianDecideMs, expired }) => (
              <tr key={at}>
                <th scope="row">{activity.hours(hourOf(at, locale).from, hourOf(at, locale).to)}</th>
                <td>{count(asked)}</td>
                <td>{count(decided)}</td>
                <td>{medianDecideMs === undefined ? '–' : durationWords(medianDecideMs, locale)}</td>
                <td>{count(expired)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Disclosure>
  );
};
