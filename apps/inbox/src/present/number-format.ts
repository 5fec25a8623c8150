const formats = new Map<string, Intl.NumberFormat>();

/** Returns the format of numbers. Creating one takes longer than using it, so each is created once. */
export const numberFormat = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
};
