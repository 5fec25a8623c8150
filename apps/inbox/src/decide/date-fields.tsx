import { useRef, useState } from 'react';
import type { FieldTexts } from '../parts/field.js';
import { TextField } from '../parts/text-field.js';
import { isDay, isoTimeOf, nativeTime, zoneWords } from '../present/native-time.js';
import { useTexts } from '../texts/texts.js';

type Props = FieldTexts & { readonly value: string; readonly onText: (text: string) => void };

const AS_TEXT = { autoComplete: 'off', spellCheck: false } as const;

/** A day in the field of the browser. A text that is no day is edited as text. */
export const DateField = ({ value, ...props }: Props) => {
  const isNative = useNative(value === '' || isDay(value));
  return <TextField {...props} {...(isNative ? { type: 'date' } : AS_TEXT)} value={value} />;
};

/**
 * A time in the field of the browser, as a clock in the zone of the value shows it, so that nothing is converted. A time
 * that the field cannot hold exactly is edited as text.
 */
export const TimeField = ({ value, label, onText, ...props }: Props) => {
  const { decide } = useTexts();
  const time = nativeTime(value);
  const isNative = useNative(value === '' || time !== undefined);
  const last = useRef('Z');
  if (time) last.current = time.zone;
  const zone = last.current;
  if (!isNative) return <TextField {...props} {...AS_TEXT} label={label} value={value} onText={onText} />;
  return (
    <TextField
      {...props}
      type="datetime-local"
      step={1}
      label={
        <>
          {label} <span className="field-optional">{decide.zone(zoneWords(zone))}</span>
        </>
      }
      value={time?.wall ?? ''}
      onText={(wall) => onText(wall && isoTimeOf({ wall, zone }))}
    />
  );
};

/** A field that began as text stays one, because its text may fit a native field while it is typed. */
const useNative = (fits: boolean): boolean => useState(fits)[0] && fits;
