import { becomeClerk, useClerk } from './use-clerk.js';
import { CLERKS, type Customer, CUSTOMERS } from './people.js';

/** Chooses the customer who chats and the person who decides. */
export const Who = ({
  customer,
  onCustomer,
}: {
  readonly customer: Customer;
  readonly onCustomer: (customer: Customer) => void;
}) => {
  const clerk = useClerk();
  return (
    <div className="who">
      <label>
        <span>You chat as</span>
        <select
          value={customer.id}
          onChange={({ target }) => onCustomer(CUSTOMERS.find(({ id }) => id === target.value) ?? CUSTOMERS[0])}
        >
          {CUSTOMERS.map(({ id, name, tenant }) => (
            <option key={id} value={id}>
              {`${name} (customer of ${tenant})`}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>You decide as</span>
        <select value={clerk.id} onChange={({ target }) => becomeClerk(target.value)}>
          {CLERKS.map(({ id, name, role }) => (
            <option key={id} value={id}>
              {`${name} (${role})`}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
};
