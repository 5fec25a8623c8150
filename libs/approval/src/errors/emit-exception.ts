import type { ArgumentsHost } from '@nestjs/common';

/** A socket of Socket.IO, or one of `ws`, which has a state. */
interface Socket {
  readonly readyState?: number;
  emit(event: string, body: object): void;
  send(message: string): void;
}

/**
 * Sends the socket of a gateway the event `exception`, as the filters of Nest do. If a filter of a gateway throws, the
 * socket receives nothing, and Nest 11 ends the process.
 */
export const emitException = (host: ArgumentsHost, body: object): void => {
  const socket = host.switchToWs().getClient<Socket>();
  if (socket.readyState === undefined) socket.emit('exception', body);
  else socket.send(JSON.stringify({ event: 'exception', data: body }));
};
