const OTHER_WORDS = new Set(
  `a about all an and any anything are as at belong belongs buy bought by buyer called can client could current customer customers customer's did display do
  does e-mail email ever every everything far fetch file find for from get give had has have he her him his history how i in inform is
  it know latest let like list look mail made make many me message more my named need note notify of on open order ordered orders other
  our past place placed previous purchase purchased purchases re recent regarding reply say saying search see send she short show so tell
  that the their them there they this to up us via want was we were what which who whose with would write you`.split(
    /\s+/,
  ),
);

/** Finds the name of a customer among the words of a clause: one to three words without another meaning. */
export const customerName = (rest: string): string | undefined => {
  const name = rest
    .split(' ')
    .filter((word) => !OTHER_WORDS.has(word))
    .map((word) => word.replace(/'s?$/, ''))
    .filter((word) => word && !OTHER_WORDS.has(word));
  return name.length >= 1 && name.length <= 3 ? name.join(' ') : undefined;
};
