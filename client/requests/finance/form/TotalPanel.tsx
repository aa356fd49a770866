import { IconLock } from "@tabler/icons-react";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import type { previewFinance } from "../../../../shared/requests/finance/finance.contract";
import { homeAmount, type ItemAmounts } from "../../../../shared/requests/finance/finance.items.rules";
import { decimalsOf } from "../../../../shared/kernel/money";
import { Message, useFormat, useText } from "../../../platform/intl/useText";
import { Money } from "../../../ui/signs/Money";
import { Panel } from "../../../ui/Panel";
import layout from "../../money/RequestFields.module.css";
import classes from "./FinanceForm.module.css";

export type FinancePreview = ReplyOf<typeof previewFinance>["data"];

interface TotalPanelProps {
  amounts: ItemAmounts;
  currency: string;
  preview: FinancePreview | undefined;
}

export function TotalPanel({ amounts: { net, tax, total }, currency, preview }: TotalPanelProps) {
  const text = useText();
  const { amount } = useFormat();
  const foreign = preview && preview.home_currency !== currency ? preview : null;
  return (
    <Panel padded>
      <h2 className={layout.label}>{text("finance.total")}</h2>
      <output className={classes.figure} aria-live="polite">
        {amount(total, decimalsOf(currency))} <span>{currency}</span>
      </output>
      {/[1-9]/.test(tax) && (
        <dl className={classes.ledger}>
          <dt>{text("document.column.net")}</dt>
          <dd>{amount(net, decimalsOf(currency))}</dd>
          <dt>{text("document.column.tax")}</dt>
          <dd>{amount(tax, decimalsOf(currency))}</dd>
        </dl>
      )}
      {foreign && (
        <>
          <dl className={classes.ledger}>
            <dt>
              {text("finance.inHome", { currency: foreign.home_currency })}
              {foreign.rate && <Rate currency={currency} preview={foreign} rate={foreign.rate} />}
            </dt>
            <dd>
              {foreign.rate ? (
                <Money
                  amount={homeAmount(total, foreign.rate, foreign.home_currency)}
                  currency={foreign.home_currency}
                />
              ) : (
                text("finance.noRate")
              )}
            </dd>
          </dl>
          <p className={layout.note}>
            <IconLock size={14} stroke={1.75} aria-hidden />
            {text("finance.rateIsKept")}
          </p>
        </>
      )}
    </Panel>
  );
}

function Rate({ currency, preview, rate }: { currency: string; preview: FinancePreview; rate: string }) {
  const { amount, day, number } = useFormat();
  const decimals = Math.max(2, rate.split(".")[1]?.replace(/0+$/, "").length ?? 0);
  const values = {
    one: <bdi>{`${number(1)} ${currency}`}</bdi>,
    other: <bdi>{`${amount(rate, decimals)} ${preview.home_currency}`}</bdi>,
  };
  return (
    <small>
      {preview.rate_at ? (
        <Message id="finance.rateOf" values={{ ...values, day: day(preview.rate_at, "medium") }} />
      ) : (
        <Message id="finance.rate" values={values} />
      )}
    </small>
  );
}
