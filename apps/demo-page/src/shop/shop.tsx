import { usePolled } from './use-polled.js';

interface Order {
  readonly number: string;
  readonly tenant: string;
  readonly customer: string;
  readonly item: string;
  readonly amount: number;
  readonly refunded: number;
  readonly status: 'paid' | 'shipped' | 'canceled' | 'refunded';
}

interface Email {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

const euros = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR', minimumFractionDigits: 0 });

/** The orders of a shop and the e-mails that the desk sent: what the tools have done. */
export const Shop = ({ tenant }: { readonly tenant: string }) => {
  const orders = usePolled<readonly Order[]>('/orders').data?.filter((order) => order.tenant === tenant);
  const emails = usePolled<readonly Email[]>('/outbox').data ?? [];
  return (
    <section className="pane shop" aria-label="Shop">
      <h2>{`Orders of ${tenant}`}</h2>
      <ul className="orders">
        {orders?.map((order) => (
          <OrderRow key={`${order.number} ${order.status}`} order={order} />
        ))}
      </ul>
      <h2>Sent e-mails</h2>
      {emails.length === 0 && <p className="soft">None yet.</p>}
      <ul className="emails">
        {emails.map(({ to, subject, body }, index) => (
          <li key={index}>
            <strong>{subject}</strong>
            <span className="soft">{to}</span>
            <p>{body}</p>
          </li>
        ))}
      </ul>
    </section>
  );
};

const OrderRow = ({ order }: { readonly order: Order }) => {
  const { number, customer, item, amount, refunded, status } = order;
  return (
    <li className="order">
      <span className="order-number">{number}</span>
      <span className="order-item">
        {item}
        <span className="soft">{customer}</span>
      </span>
      <span className="order-amount">
        {euros.format(amount)}
        {refunded > 0 && <span className="soft">{`−${euros.format(refunded)}`}</span>}
      </span>
      <span className={`order-status order-${status}`}>{status}</span>
    </li>
  );
};
