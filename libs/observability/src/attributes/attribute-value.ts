type Values<T> = (T | null | undefined)[];

/** The value of an attribute in each version of OpenTelemetry. Its package is optional, and so are its types. */
export type AttributeValue = string | number | boolean | Values<string> | Values<number> | Values<boolean>;
