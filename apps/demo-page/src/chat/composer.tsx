import { useRef, useState } from 'react';
import { useArmed } from '../../../inbox/src/parts/use-armed.js';

/** Takes a message, and stops an answer that is being written. */
export const Composer = ({
  isBusy,
  onSend,
  onStop,
}: {
  readonly isBusy: boolean;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
}) => {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const send = (): void => {
    if (text.trim() === '' || isBusy) return;
    onSend(text.trim());
    setText('');
    field.current?.focus();
  };
  const stop = (): void => {
    field.current?.focus();
    onStop();
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        aria-label="Message"
        placeholder="Ask the support desk"
        rows={1}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      {isBusy ? <Stop onStop={stop} /> : <Send isEmpty={text.trim() === ''} />}
    </form>
  );
};

const Send = ({ isEmpty }: { readonly isEmpty: boolean }) => (
  <button className="button button-primary" type="submit" disabled={isEmpty}>
    Send
  </button>
);

/** Stops an answer. It replaces the button that sent the question, so it takes no second click of a double click. */
const Stop = ({ onStop }: { readonly onStop: () => void }) => {
  const isArmed = useArmed();
  return (
    <button className="button" type="button" aria-disabled={!isArmed || undefined} onClick={() => isArmed && onStop()}>
      Stop
    </button>
  );
};
