const BASE64 = /^[A-Za-z\d+/]*={0,2}$/;

/**
 * Whether a text can be the bytes of a file in base64. Providers read other texts as the id of a file that was uploaded
 * to them, such as `file-AbC`, or as an address, and a client must not choose either.
 */
export const isBase64 = (text: string): boolean => BASE64.test(text);
