/** The JSON of each event of a whole SSE stream. */
export const sseEvents = (body) =>
  body
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trim())
        .join('\n'),
    )
    .filter((data) => data !== '' && data !== '[DONE]')
    .map((data) => JSON.parse(data));

/** What a provider sent: one JSON document, or the events of a stream. */
export const received = ({ contentType = '', body }) =>
  contentType.includes('event-stream') ? { events: sseEvents(body) } : { document: JSON.parse(body) };
