import { useRuns } from '../data/queries.js';

/** The runs that wait or whose outcome is unknown. */
export const RunsPage = () => {
  const { data } = useRuns({});
  return (
    <ul>
      {data?.items.map(({ id, status }) => (
        <li key={id}>
          {id} {status}
        </li>
      ))}
    </ul>
  );
};
