import { type AmountInput, compareAmounts, minusMoney, sumOfMoney } from "../kernel/money";

/** What is known of a cash advance once it is paid: all of it in the advance's own currency. */
export interface AdvanceAccount {
  /** What the requester got. */
  given: AmountInput;
  /** What each receipt says. */
  receipts: readonly AmountInput[];
  /** What the requester has brought back. */
  returned: AmountInput;
  /** What was paid on top, where the receipts came to more than the advance. */
  reimbursed: AmountInput;
}

export interface Settlement {
  given: string;
  spent: string;
  returned: string;
  reimbursed: string;
  /** Still to be brought back by the requester; 0 where nothing is. */
  to_return: string;
  /** Still owed to the requester; 0 where nothing is. */
  to_reimburse: string;
  /** Nobody owes anything. */
  settled: boolean;
}

/**
 * A ledger that always sums to zero: given + reimbursed + to_reimburse = spent + returned + to_return. At most one of
 * the two open sides is more than 0.
 */
export function settlementOf(account: AdvanceAccount, currency: string): Settlement {
  const [given, spent, returned, reimbursed] = [
    sumOfMoney([account.given], currency),
    sumOfMoney(account.receipts, currency),
    sumOfMoney([account.returned], currency),
    sumOfMoney([account.reimbursed], currency),
  ] as const;
  const had = sumOfMoney([given, reimbursed], currency);
  const usedUp = sumOfMoney([spent, returned], currency);
  const left = minusMoney(had, usedUp, currency);
  const zero = sumOfMoney([], currency);
  const side = compareAmounts(left, zero);
  return {
    given,
    spent,
    returned,
    reimbursed,
    to_return: side > 0 ? left : zero,
    to_reimburse: side < 0 ? minusMoney(usedUp, had, currency) : zero,
    settled: side === 0,
  };
}
