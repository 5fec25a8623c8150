/** An e-mail that needs scrolling. */
export const LONG_EMAIL = [
  'Dear Ms. Baker,',
  'thank you for your patience. The carrier has confirmed that the desk chair of your order A-1043 was damaged on its way.',
  ...Array.from(
    { length: 12 },
    (_, index) =>
      `${index + 1}. We checked parcel ${9000 + index} of the shipment. Its label, weight and seal are as we sent them, so the damage happened after the depot in Leipzig.`,
  ),
  'We refund the full amount and send a new chair at no cost. You keep the old one until the new one arrives.',
  'Kind regards\nYour support desk',
].join('\n\n');

/** A configuration of about 200 lines of JSON. */
export const LARGE_CONFIG = {
  replicas: 12,
  strategy: { type: 'canary', steps: [5, 25, 50, 100], pauseSeconds: 300, rollbackOnError: true },
  environment: Object.fromEntries(
    Array.from({ length: 90 }, (_, index) => [`FEATURE_${String(index).padStart(3, '0')}`, index % 3 === 0]),
  ),
  probes: Array.from({ length: 14 }, (_, index) => ({
    path: `/health/${index}`,
    port: 8000 + index,
    timeoutSeconds: 5,
    isRequired: index < 4,
  })),
};

/** Texts that try to run, to hide or to reorder. */
export const HOSTILE = {
  script: '<script>globalThis.hacked = 1</script><img src=x onerror="globalThis.hacked = 2">',
  link: '<a href="javascript:globalThis.hacked=3">Approve all</a>',
  markdown: '![x](https://evil.example/x.png) [pay](https://evil.example/pay)',
  // U+202E shows "txt.exe" as "exe.txt".
  bidi: 'invoice_\u202Etxt.exe',
  zeroWidth: 'pay\u200Bpal.com\u2060 and \uFEFFadmin',
  control: 'line one\r\n\tline two\u0000\u0007\u001B[31mred\u0085end',
  lookalike: 'раураl.com',
  long: 'x'.repeat(3000),
} as const;
