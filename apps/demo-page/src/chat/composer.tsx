import { useRef, useState } from 'react';
import { useArmed } from '../../../inbox/src/parts/use-armed.js';

/** Takes a message, and stops an answer that is being written. The server refuses a message while a call waits. */
export const Composer = ({
  isBusy,
  isWaiting,
  onSend,
  onStop,
}: {
  readonly isBusy: boolean;
  readonly isWaiting: boolean;
  readonly onSend: (text: string) => void;
  readonly onStop: () => void;
}) => {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const send = (): void => {
    if (text.trim() === '' || isBusy || isWaiting) return;
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
        placeholder={isWaiting ? 'Waits for the decision above' : 'Ask the support desk'}
        readOnly={isWaiting}
        rows={1}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      {isBusy ? <Stop onStop={stop} /> : <Send isDisabled={isWaiting || text.trim() === ''} />}
    </form>
  );
};

const Send = ({ isDisabled }: { readonly isDisabled: boolean }) => (
  <button className="button button-primary" type="submit" disabled={isDisabled}>
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
