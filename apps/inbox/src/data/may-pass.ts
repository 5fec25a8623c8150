/** Whether a request may succeed later, because the server was not reached, was not ready or failed. */
export const mayPass = (status: number): boolean =>
  status === 0 || status === 408 || status === 425 || status === 429 || status >= 500;
