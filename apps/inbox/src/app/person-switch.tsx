import type { Settings } from '../data/settings.js';
import { useTexts } from '../texts/texts.js';

/** Lets a developer act as another person of the local machine. */
export const PersonSwitch = ({
  people,
  me,
}: {
  readonly people: NonNullable<Settings['people']>;
  readonly me: string | undefined;
}) => {
  const { app } = useTexts();
  return (
    <select
      aria-label={app.switchPerson}
      value={me}
      onChange={({ currentTarget }) => {
        document.cookie = `toolgate-person=${encodeURIComponent(currentTarget.value)}; path=/; SameSite=Strict`;
        location.reload();
      }}
    >
      {people.map(({ id, name }) => (
        <option key={id} value={id}>
          {name ?? id}
        </option>
      ))}
    </select>
  );
};
