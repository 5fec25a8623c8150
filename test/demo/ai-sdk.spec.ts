import { expect, it } from 'vitest';
import { startDemo } from './demo-run.fixture.js';

const STORY = [
  /ann +"Refund order A-1042"/,
  /streamText +I refunded €40 of order A-1042\./,
  /the gate +Refunds above €50 need a manager\. execute\(\) waits for the decision\./,
  /grace +Approves refund\./,
  /streamText +I refunded €80 of order A-1043\./,
  /streamText +Ends with a request for approval, which the client shows\./,
  /gina +Sends "approved: true" herself\./,
  /streamText +I could not refund order G-2002: This call waits for the decision of a person\. It has not run\./,
  /streamText +I refunded €80 of order G-2002\.\s+[\d.]+ s +gina +Sends the same messages again\./,
  /✓ Refunded once each: €40 of A-1042, €80 of A-1043, €80 of G-2002\./,
  /✓ Each refund has one record, with its decision\./,
];

it('npm run demo:ai-sdk gates the calls of streamText, and runs each refund once', { timeout: 120_000 }, async () => {
  const run = await startDemo('ai-sdk');
  const { code, output } = await run.result;
  const places = STORY.map((line) => output.search(line));
  expect(places, output).not.toContain(-1);
  expect(places, output).toEqual([...places].sort((a, b) => a - b));
  expect(code).toBe(0);
  expect(run.leftFiles()).toEqual([]);
});
