import { useState } from 'react';

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
  const send = (): void => {
    if (text.trim() === '' || isBusy) return;
    onSend(text.trim());
    setText('');
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
      {isBusy ? (
        <button className="button" type="button" onClick={onStop}>
          Stop
        </button>
      ) : (
        <button className="button button-primary" type="submit" disabled={text.trim() === ''}>
          Send
        </button>
      )}
    </form>
  );
};
