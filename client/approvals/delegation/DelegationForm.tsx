import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { Button, Select, Switch, TextInput } from "@mantine/core";
import { useSearchParams } from "react-router-dom";
import { delegate, delegateSchema, listDelegations } from "../../../shared/approvals/approvals/delegation.contract";
import { isValidDay } from "../../../shared/kernel/fields";
import { listVisiblePeople } from "../../../shared/kernel/visible-users.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { refetch, useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { useOrganizationToday } from "../../platform/useOrganizationToday";
import { DateField } from "../../ui/fields/DateField";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { toast } from "../../ui/toast/toast";
import { FailedReads } from "../../ui/states/FailedReads";
import classes from "./delegation.module.css";
import tones from "../../ui/layout/tones.module.css";

interface Values extends Record<string, unknown> {
  delegatee_id: number | null;
  start_date: string | null;
  end_date: string | null;
  reason: string;
  only_away: boolean;
}

/** Dates prefilled by another screen, such as those of an approved leave. */
const dayIn = (text: string | null) => (text && isValidDay(text) ? text : null);

export function DelegationForm() {
  const text = useText();
  const me = useCurrentUser();
  const today = useOrganizationToday();
  const [prefilledParams] = useSearchParams();
  const people = useEndpoint(listVisiblePeople, {}, { staleTime: 60_000 });
  const initialValues: Values = {
    delegatee_id: null,
    start_date: dayIn(prefilledParams.get("from")),
    end_date: dayIn(prefilledParams.get("to")),
    reason: "",
    only_away: false,
  };
  const form = useForm(delegateSchema, {
    draft: { storageKey: "delegation:new", keptFields: ["reason"] },
    initialValues,
    onSubmit: async (values, { idempotencyKey }) => {
      const { message } = await call(delegate, { body: values, idempotencyKey });
      toast.done(message ?? "");
      form.reset({ values: { delegatee_id: null, start_date: null, end_date: null, reason: "", only_away: false } });
      await refetch(listDelegations);
    },
  });
  const colleagues = (people.data?.data ?? []).filter(({ id, active }) => active && id !== me.id);
  const data = usePeopleOptions(colleagues).map((option, at) => {
    const { fullname, position } = colleagues[at] as (typeof colleagues)[number];
    const isUnique = option.label === fullname;
    return isUnique && position
      ? { ...option, label: text("delegation.person", { name: option.label, position }) }
      : option;
  });
  return (
    <Form form={form}>
      <DraftGuard dirty={form.dirty && !form.sending} onDiscard={form.draft.forget} />
      <FailedReads reads={[people]} />
      <Select
        {...form.valueProps<number | null>("delegatee_id")}
        searchable
        label={text("delegation.to")}
        placeholder={text("delegation.to.placeholder")}
        nothingFoundMessage={text(people.isLoadingError ? "error.notLoaded" : "delegation.nobody")}
        value={form.values.delegatee_id === null ? null : String(form.values.delegatee_id)}
        onChange={(value) => form.setValue("delegatee_id", value === null ? null : Number(value))}
        data={data}
      />
      <div className={classes.dates}>
        <DateField
          {...form.valueProps<string | null>("start_date")}
          label={text("delegation.from")}
          placeholder={text("delegation.fromToday")}
          min={today}
        />
        <DateField
          {...form.valueProps<string | null>("end_date")}
          label={text("delegation.until")}
          placeholder={text("delegation.untilTakenBack")}
          min={form.values.start_date ?? today}
        />
      </div>
      <TextInput {...form.field("reason")} label={<OptionalLabel label={text("delegation.reason")} />} />
      <Switch
        label={text("delegation.onlyAway")}
        description={text("delegation.onlyAway.why")}
        checked={form.values.only_away}
        onChange={(event) => form.setValue("only_away", event.currentTarget.checked)}
      />
      <p className={tones.quietSmall}>{text("delegation.note")}</p>
      <Button type="submit" variant="filled" size="md" className={classes.submit} loading={form.sending}>
        {text("delegation.submit")}
      </Button>
    </Form>
  );
}
