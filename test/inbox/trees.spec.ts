import { describe, expect, it } from 'vitest';
import { askThree, loseProcess } from './shop/seeds.fixture.js';
import { useInbox } from './browser/use-inbox.fixture.js';

const inbox = useInbox();

describe('the tree of roles and names', () => {
  it('of the list has the filters, the count, and a box and a link for each approval', async () => {
    const shop = await inbox.serve({ worker: false });
    await askThree(shop);
    const page = await inbox.open(shop);
    await page.getByRole('link', { name: /Refund/ }).waitFor();
    const list = page.getByRole('region', { name: 'Approvals', exact: true });
    const tree = await list.ariaSnapshot();
    expect(tree.replace(/approval=[\w-]+/g, 'approval=<id>')).toMatchInlineSnapshot(`
      "- region "Approvals":
        - search "Filters":
          - searchbox "Search"
          - text: Status
          - combobox "Status":
            - option "Waiting" [selected]
            - option "Decided"
            - option "Expired or canceled"
            - option "Outcome unknown"
            - option "All"
          - text: Tool
          - combobox "Tool":
            - option "All tools" [selected]
            - option "Refund"
            - option "Send email"
            - option "Transfer money"
          - button "I can decide"
        - checkbox "Select all 3 shown"
        - text: Select all 3 shown
        - status: 3 approvals
        - text: Order
        - combobox "Order":
          - option "Oldest first" [selected]
          - option "Newest first"
          - option "Expiring first"
        - list "Approvals":
          - listitem:
            - checkbox "Select Transfer money, €12,480.50 · Northwind Furniture GmbH · DE89 3704 0044 0532 0130 00 · Invoice 2026-1188, jonas"
            - text: Select Transfer money, €12,480.50 · Northwind Furniture GmbH · DE89 3704 0044 0532 0130 00 · Invoice 2026-1188, jonas
            - link "Transfer money 23 hr left €12,480.50 · Northwind Furniture GmbH · DE89 3704 0044 0532 0130 00 · Invoice 2026-1188 Asked by jonas Two people of finance release each transfer. 0 of 2 votes":
              - /url: /approvals/inbox?approval=<id>
              - text: Transfer money
              - time: 23 hr left
              - text: €12,480.50 · Northwind Furniture GmbH · DE89 3704 0044 0532 0130 00 · Invoice 2026-1188 Asked by jonas Two people of finance release each transfer. 0 of 2 votes
          - listitem:
            - checkbox "Select Send email, ann.baker@example.com · Your order A-1043 · Dear Ms. Baker, thank you for your patience. The carrier ha…, aylin"
            - text: Select Send email, ann.baker@example.com · Your order A-1043 · Dear Ms. Baker, thank you for your patience. The carrier ha…, aylin
            - link "Send email 23 hr left ann.baker@example.com · Your order A-1043 · Dear Ms. Baker, thank you for your patience. The carrier ha… Asked by aylin":
              - /url: /approvals/inbox?approval=<id>
              - text: Send email
              - time: 23 hr left
              - text: ann.baker@example.com · Your order A-1043 · Dear Ms. Baker, thank you for your patience. The carrier ha… Asked by aylin
          - listitem:
            - checkbox "Select Refund, €80.00 · A-1043, maria"
            - text: Select Refund, €80.00 · A-1043, maria
            - link "Refund 3 hr left €80.00 · A-1043 Asked by maria Refunds above €50 need a lead. Check that the goods are back.":
              - /url: /approvals/inbox?approval=<id>
              - text: Refund
              - time: 3 hr left
              - text: €80.00 · A-1043 Asked by maria Refunds above €50 need a lead. Check that the goods are back."
    `);
  });

  it('of the question about several calls has the calls, the sums and the two answers', async () => {
    const shop = await inbox.serve({ worker: false });
    await askThree(shop);
    const page = await inbox.open(shop);
    await page.getByRole('checkbox', { name: /Select all/ }).click();
    await page.getByRole('region', { name: 'Selected approvals' }).getByRole('button', { name: 'Approve' }).click();
    expect(await page.getByRole('dialog').ariaSnapshot()).toMatchInlineSnapshot(`
      "- dialog "Approve 3 calls":
        - heading "Approve 3 calls" [level=2]
        - button "Close"
        - paragraph: Each call runs with the arguments that the list shows, as soon as its approval is complete.
        - list "Selected calls":
          - listitem:
            - paragraph:
              - strong: Transfer money
              - text: €12,480.50 · Northwind Furniture GmbH · DE89 3704 0044 0532 0130 00 · Invoice 2026-1188
            - paragraph: Asked by jonas
          - listitem:
            - paragraph:
              - strong: Send email
              - text: ann.baker@example.com · Your order A-1043 · Dear Ms. Baker, thank you for your patience. The carrier ha…
            - paragraph: Asked by aylin
          - listitem:
            - paragraph:
              - strong: Refund
              - text: €80.00 · A-1043
            - paragraph: Asked by maria
        - table "Selected calls by tool and currency":
          - rowgroup:
            - row "Tool Calls Sum Largest":
              - columnheader "Tool"
              - columnheader "Calls"
              - columnheader "Sum"
              - columnheader "Largest"
          - rowgroup:
            - row "Transfer money 1 €12,480.50 €12,480.50":
              - rowheader "Transfer money"
              - cell "1"
              - cell "€12,480.50"
              - cell "€12,480.50"
            - row "Send email 1 – –":
              - rowheader "Send email"
              - cell "1"
              - cell "–"
              - cell "–"
            - row "Refund 1 €80.00 €80.00":
              - rowheader "Refund"
              - cell "1"
              - cell "€80.00"
              - cell "€80.00"
          - rowgroup:
            - row "All in EUR 2 €12,560.50 €12,480.50":
              - rowheader "All in EUR"
              - cell "2"
              - cell "€12,560.50"
              - cell "€12,480.50"
        - list:
          - listitem: 1 of them needs more approvals after yours.
        - button "Approve 3 calls"
        - button "Cancel""
    `);
  });

  it('of the report of an outcome has what is known, and the answers with their meaning', async () => {
    const shop = await inbox.serve({ worker: false });
    const { runId } = await loseProcess(shop);
    const page = await inbox.open(shop, { as: 'root', query: `?run=${runId}` });
    await page.getByRole('button', { name: 'Report the outcome' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('€250.00').waitFor();
    const tree = await dialog.ariaSnapshot();
    const fixed = tree.replace(runId, '<run>').replace(/time: .*/g, 'time: <time>');
    expect(fixed).toMatchInlineSnapshot(`
      "- dialog "What happened to Pay out?":
        - heading "What happened to Pay out?" [level=2]
        - button "Close"
        - paragraph: The call was started, and the process that ran it was lost. Check in the service that the tool calls whether the call had an effect.
        - term: Amount
        - definition:
          - strong: €250.00
        - term: Order number
        - definition:
          - code: A-1050
        - term: Started
        - definition:
          - time: <time>
          - text: (
          - time: <time>
          - text: ) · Attempt 1
        - term: Idempotency key
        - definition:
          - code: <run>:0:0
          - button "Copy the idempotency key"
        - paragraph: If the tool sends the idempotency key to its service, search for the key there.
        - group "Outcome":
          - text: Outcome
          - radio "It succeeded"
          - strong: It succeeded
          - paragraph: The call had its effect. The model receives the result that you enter.
          - radio "It failed"
          - strong: It failed
          - paragraph: The call had no effect and will have none. The model receives your message and may try again.
          - radio "It will never be known"
          - strong: It will never be known
          - paragraph: The model is informed that the outcome is unknown, and the run continues.
        - button "Ask the tool"
        - text: If the tool can look up its own calls, it reports the outcome.
        - button "Report" [disabled]"
    `);
  });

  it('of the shortcuts has each key beside its effect', async () => {
    const shop = await inbox.serve({ worker: false });
    const page = await inbox.open(shop);
    await page.getByText('Nothing waits for a decision').waitFor();
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').ariaSnapshot()).toMatchInlineSnapshot(`
      "- dialog "Keyboard shortcuts":
        - banner:
          - heading "Keyboard shortcuts" [level=2]
          - button "Close"
        - heading "List" [level=3]
        - term: Move down and up
        - definition: j k ↓ ↑
        - term: Open the approval
        - definition: Enter
        - term: Select or deselect
        - definition: x Space
        - term: Extend the selection
        - definition: Shift ↓
        - heading "Approval" [level=3]
        - term: Next and previous approval
        - definition: j k
        - term: Approve
        - definition: a
        - term: Reject
        - definition: r
        - term: Edit
        - definition: e
        - term: Back to the list
        - definition: Esc
        - heading "Page" [level=3]
        - term: Search
        - definition: /
        - term: Show the shortcuts
        - definition: "?"
        - checkbox "Use single-key shortcuts" [checked]
        - text: Use single-key shortcuts
        - contentinfo:
          - button "Close""
    `);
  });
});
