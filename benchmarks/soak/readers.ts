import { connect, type Socket } from 'node:net';

// A process of its own, so that its memory and its work are not the server's.
const [port, readers, tenants] = process.argv.slice(2).map(Number) as [number, number, number];

let events = 0;
let open = 0;
let isStopping = false;

const read = (place: number): Socket => {
  const socket = connect({ host: '127.0.0.1', port });
  let hasSnapshot = false;
  socket.write(`GET /approvals/changes HTTP/1.1\r\nhost: 127.0.0.1\r\nx-tenant: t${place % tenants}\r\n\r\n`);
  socket.on('data', (bytes) => {
    const text = bytes.toString('latin1');
    events += text.split('event: change\n').length - 1;
    if (hasSnapshot || !text.includes('event: snapshot\n')) return;
    hasSnapshot = true;
    open++;
    if (open === readers) process.send!({ type: 'open' });
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    if (hasSnapshot) open--;
    // A connection ends after its time limit, and its reader connects again.
    if (!isStopping) sockets[place] = read(place);
  });
  return socket;
};

const sockets: Socket[] = [];
for (let place = 0; place < readers; place++) sockets.push(read(place));

process.on('message', () => process.send!({ type: 'events', events, open }));
process.on('disconnect', () => {
  isStopping = true;
  for (const socket of sockets) socket.destroy();
});
