/** Returns the address where a person signs in, which leads back to this one. */
export const signInHref = (signIn: string): string => {
  const back = encodeURIComponent(location.pathname + location.search);
  return `${signIn}${signIn.includes('?') ? '&' : '?'}return=${back}`;
};
