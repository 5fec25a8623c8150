import { useStats } from '../data/queries.js';

/** What was asked and decided during the last day. */
export const ActivityPage = () => {
  const { data } = useStats();
  return <p>{data?.hours.reduce((sum, { asked }) => sum + asked, 0)}</p>;
};
