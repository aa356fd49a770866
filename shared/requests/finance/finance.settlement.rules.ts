import {
  type AmountInput,
  compareAmounts,
  convertMoney,
  convertMoneyBack,
  minusMoney,
  sumOfMoney,
  toMoney,
} from "../../kernel/money";

export interface AdvanceAccount {
  given: AmountInput;
  receipts: readonly AmountInput[];
  returned: AmountInput;
  reimbursed: AmountInput;
}

export interface Settlement {
  given: string;
  spent: string;
  returned: string;
  reimbursed: string;
  /** Amount that the requester still has to return, or 0. */
  to_return: string;
  /** Amount still owed to the requester, or 0. */
  to_reimburse: string;
  settled: boolean;
}

/**
 * The account always balances: given + reimbursed + to_reimburse = spent + returned + to_return. At most one of `to_return` and
 * `to_reimburse` is above 0.
 */
export function settlementOf(account: AdvanceAccount, currency: string): Settlement {
  const [paidOut, spent, returned, reimbursed] = [
    sumOfMoney([account.given], currency),
    sumOfMoney(account.receipts, currency),
    sumOfMoney([account.returned], currency),
    sumOfMoney([account.reimbursed], currency),
  ] as const;
  const had = sumOfMoney([paidOut, reimbursed], currency);
  const usedUp = sumOfMoney([spent, returned], currency);
  const left = minusMoney(had, usedUp, currency);
  const zero = sumOfMoney([], currency);
  const side = compareAmounts(left, zero);
  return {
    given: paidOut,
    spent,
    returned,
    reimbursed,
    to_return: side > 0 ? left : zero,
    to_reimburse: side < 0 ? minusMoney(usedUp, had, currency) : zero,
    settled: side === 0,
  };
}

export interface AdvanceLeft {
  /** Remaining amount of the advance, in its currency. */
  left: string;
  currency: string;
  /** Exchange rate of the advance to the tenant's currency. */
  rate: string;
  home: string;
}

/**
 * Returns how much of a claim an advance covers: the receipt in the advance's currency and its value in the tenant's currency. Neither
 * exceeds the remaining amount. A claim that uses up the advance takes exactly the remaining amount, so that rounding leaves no rest.
 */
export function coveredByAdvance({ left, currency, rate, home }: AdvanceLeft, claimed: AmountInput) {
  const leftInHome = convertMoney(left, rate, home);
  const whole = compareAmounts(claimed, leftInHome) >= 0;
  const part = convertMoneyBack(claimed, rate, currency);
  const receipt = whole || compareAmounts(part, left) > 0 ? left : part;
  const covered = whole ? leftInHome : toMoney(claimed, home);
  const none = compareAmounts(receipt, "0") <= 0 || compareAmounts(covered, "0") <= 0;
  return none ? { receipt: toMoney("0", currency), covered: toMoney("0", home) } : { receipt, covered };
}
