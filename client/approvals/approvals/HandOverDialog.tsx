import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { Select, Textarea, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { handOver, listHandOverChoices, handOverSchema } from "../../../shared/approvals/approvals/hand-over.contract";
import { call } from "../../platform/api";
import { Message, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { DialogForm } from "../../ui/form/DialogForm";
import { useForm } from "../../ui/form/form";
import { toast } from "../../ui/toast/toast";
import type { DecidableRequest } from "./RequestFrame";
import route from "./RouteExplanation.module.css";
import { useRoleName } from "../../platform/intl/useRoleName";
import { Dialog } from "../../ui/Dialog";
import tones from "../../ui/layout/tones.module.css";

interface HandOverProps {
  request: Pick<DecidableRequest, "id" | "version" | "requester" | "steps">;
}

export function HandOverDialog({ request }: HandOverProps) {
  const text = useText();
  // Snapshot of the request when the dialog opened, so that a step that becomes current later isn't handed over by mistake.
  const [opened, setOpened] = useState<HandOverProps["request"] | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <UnstyledButton className={route.link} aria-haspopup="dialog" onClick={() => setOpened(request)}>
        {text("request.handOver")}
      </UnstyledButton>
      <Dialog opened={opened !== null} onClose={close} title={text("request.handOver.title")}>
        {opened && <HandOverForm request={opened} onClose={close} />}
      </Dialog>
    </>
  );
}

function HandOverForm({ request, onClose }: HandOverProps & { onClose: () => void }) {
  const text = useText();
  const roleName = useRoleName();
  const { id, version, requester, steps } = request;
  const currentStep = steps.find(({ state }) => state === "now");
  const form = useForm(handOverSchema, {
    draft: { storageKey: `request:hand-over:${id}`, keptFields: ["note"], context: ["user_id", "user_name"] },
    initialValues: { version, user_id: null, user_name: "", note: "" } as Values,
    onSubmit: async ({ user_id, note }) => {
      const { message } = await call(handOver, { params: { id }, body: { version, user_id, note } });
      toast.done(message);
      onClose();
    },
  });
  return (
    <DialogForm form={form} onClose={onClose} submitLabel={text("request.handOver.submit")}>
      <p className={tones.muted}>
        <Message
          id="request.handOver.what"
          values={{
            who: <bdi>{currentStep?.approver?.fullname ?? roleName(currentStep?.role)}</bdi>,
            requester: <bdi>{requester.fullname}</bdi>,
          }}
        />
      </p>
      <ApproverPicker id={id} form={form} />
      <Textarea autosize minRows={2} maxRows={6} label={text("request.handOver.note")} {...form.field("note")} />
    </DialogForm>
  );
}

interface Values extends Record<string, unknown> {
  version: number;
  user_id: number | null;
  /** Label of the user in the field, which isn't sent. The list may not contain the user of a draft. */
  user_name: string;
  note: string;
}

interface ApproverPickerProps {
  id: number;
  form: Pick<ReturnType<typeof useForm<typeof handOverSchema, Values>>, "values" | "setValue" | "valueProps">;
}

/** Users who may take over the step; searched on the server, because there may be thousands. */
function ApproverPicker({ id, form }: ApproverPickerProps) {
  const text = useText();
  const [search, setSearch] = useState("");
  const { user_id: userId, user_name: label } = form.values;
  const chosen = userId === null ? null : { value: String(userId), label };
  // The name of the chosen user in the field isn't a search term.
  const [q] = useDebouncedValue(search === chosen?.label ? "" : search.trim(), 200);
  const query = useEndpoint(
    listHandOverChoices,
    { params: { id }, query: { q } },
    { placeholderData: keepPreviousData },
  );
  const people = query.data?.data ?? [];
  const found = usePeopleOptions(people).map(({ value, label }, at) => {
    // The chosen option keeps its label, because a changed label would trigger a search.
    if (value === chosen?.value) return chosen;
    return { value, label: people[at]?.away ? text("request.handOver.away", { name: label }) : label };
  });
  const data = chosen && !found.includes(chosen) ? [chosen, ...found] : found;
  return (
    <Select
      searchable
      data-autofocus
      openOnFocus={false}
      label={text("request.handOver.to")}
      placeholder={text("request.handOver.search")}
      nothingFoundMessage={
        query.isError ? text("error.notLoaded") : query.isPending ? undefined : text("request.handOver.none")
      }
      data={data}
      filter={({ options }) => options}
      onSearchChange={setSearch}
      {...form.valueProps<string>("user_id")}
      value={chosen?.value ?? null}
      onChange={(value) => {
        form.setValue("user_id", value === null ? null : Number(value));
        form.setValue("user_name", data.find((one) => one.value === value)?.label ?? "");
      }}
    />
  );
}
