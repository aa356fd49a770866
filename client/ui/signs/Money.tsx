import { decimalsOf } from "../../../shared/kernel/money";
import { useFormat } from "../../platform/intl/useText";
import classes from "./Money.module.css";

interface MoneyProps {
  amount: string;
  currency: string;
}

/** An amount with its currency code, kept together in both writing directions. */
export function Money({ amount, currency }: MoneyProps) {
  const formats = useFormat();
  return (
    <span className={classes.money}>
      {formats.amount(amount, decimalsOf(currency))} <span className={classes.code}>{currency}</span>
    </span>
  );
}
