/** Words that do not describe the purpose of a tool. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about all also am an and any are as at be been being but by can could do does for from had has have help how i if in
  into is it its let me my need of on or our please should so some that the their them then there these they this those to
  tool tools us use using want was we were what when where which who will with would you your
  の を に は が で と も へ や か し する ます です 的 了 在 是 和 把 给 我 我的 我们 你 你的 请`.split(/\s+/),
);
