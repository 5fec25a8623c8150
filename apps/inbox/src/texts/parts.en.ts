/** The texts of buttons, fields and times. */
export const parts = {
  optional: 'optional',
  close: 'Close',
  cancel: 'Cancel',
  key: (name: string) => `Key ${name}`,
  timeLeft: (time: string) => `${time} left`,
  timeOver: (time: string) => `Expired ${time} ago`,
};

/** The status of a run. */
export const runStatus = {
  suspended: 'Waiting',
  resuming: 'Resuming',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Canceled',
};
