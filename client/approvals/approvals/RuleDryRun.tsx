import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { Select } from "@mantine/core";
import { useState } from "react";
import { requestFamilyDefinitions, type RequestFamily } from "../../../shared/approvals/approvals/families";
import { isAmount } from "../../../shared/kernel/money";
import { useText } from "../../platform/intl/useText";
import { useCurrentUser, useHomeCurrency } from "../../platform/session";
import { AmountField } from "../../ui/fields/AmountField";
import type { RuleOptions } from "./ApprovalRules";
import classes from "./ApprovalRules.module.css";
import { ChainPreview } from "./ChainPreview";
import { useRuleTexts } from "./useRuleTexts";

export function RuleDryRun({ family, options }: { family: RequestFamily; options: RuleOptions }) {
  const text = useText();
  const people = usePeopleOptions(options.people);
  const { typeName } = useRuleTexts(family, options);
  const me = useCurrentUser();
  const home = useHomeCurrency();
  const [who, setWho] = useState(String(me.id));
  const [type, setType] = useState(options.types[0]?.code ?? null);
  const [amount, setAmount] = useState("");
  const [cost, setCost] = useState("");
  const measured = requestFamilyDefinitions[family].amount;
  return (
    <div className={classes.trying}>
      <h3>{text("rules.try")}</h3>
      <div className={classes.fields}>
        <Select
          label={text("rules.try.who")}
          searchable
          allowDeselect={false}
          data={people}
          value={who}
          onChange={(id) => id && setWho(id)}
        />
        <Select
          label={text("rules.try.type")}
          allowDeselect={false}
          data={options.types.map((one) => ({ value: one.code, label: typeName(one) }))}
          value={type}
          onChange={setType}
        />
        {(measured === "money" || measured === "hours") && (
          <AmountField
            label={text(measured === "money" ? "rules.try.amount" : "rules.try.hours")}
            currency={measured === "money" ? home : undefined}
            value={amount}
            onChange={setAmount}
          />
        )}
        {requestFamilyDefinitions[family].cost && (
          <AmountField label={text("rules.try.cost")} currency={home} value={cost} onChange={setCost} />
        )}
      </div>
      <ChainPreview
        family={family}
        type={type}
        amount={isAmount(amount) ? amount : null}
        cost={isAmount(cost) ? cost : null}
        requesterId={Number(who)}
      />
    </div>
  );
}
