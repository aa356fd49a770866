import { useLengthError } from "../../ui/fields/length";
import { Button, FileButton, Select, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconAlertCircle, IconCamera, IconPaperclip, IconPlus, IconSend } from "@tabler/icons-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import {
  addReceipt,
  createExpense,
  deleteExpense,
  type ExpenseChoices,
  type ExpenseDetail,
  readExpense,
  removeReceipt,
  updateExpense,
} from "../../../shared/requests/expenses/expenses.contract";
import { ChainPreview } from "../../approvals/approvals/ChainPreview";
import { BackToRequest, ReturnReason } from "../../approvals/approvals/ReturnReason";
import { call, newIdempotencyKey } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { removeDraft } from "../../platform/drafts/drafts";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { ProblemError } from "../../platform/problem-error";
import { useAction } from "../../platform/query";
import { upload } from "../../platform/upload";
import { useOrganisationToday } from "../../platform/useOrganisationToday";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { DraftGuard } from "../../ui/form/DraftGuard";
import { StoredDraftNotice } from "../../ui/form/StoredDraftNotice";
import { useRestoredCopy, useUnsavedCopy } from "../../ui/form/unsaved-copy";
import { DraftStatus } from "../../ui/form/DraftStatus";
import { type DraftConflict, isDraftConflict, useAutosave, useDraft } from "../../ui/form/draft";
import { DraftConflictNotice } from "../../ui/form/DraftConflictNotice";
import head from "../../ui/form/HeadActions.module.css";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { Money } from "../../ui/signs/Money";
import { toast } from "../../ui/toast/toast";
import layout from "../money/RequestForm.module.css";
import notice from "../money/RequestNotice.module.css";
import { ExpenseItemFields } from "./ExpenseItemFields";
import {
  type ExpenseValues,
  type ItemValues,
  newItem,
  toExpenseBody,
  toExpenseValues,
  totalOf,
} from "./expense.values";
import classes from "./expenses.module.css";
import { photoTypes, receiptTypes } from "./receipt-types";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

const copyPlace = (id: number | undefined): string => `expense:${id ?? "new"}`;

interface ExpenseFormProps {
  /** Null for a new claim. */
  claim: ExpenseDetail | null;
  choices: ExpenseChoices;
}

/** A single mobile-first page, which asks for a photo of the receipt and then for its amount. Drafts are saved while typing. */
export function ExpenseForm({ claim, choices }: ExpenseFormProps) {
  const text = useText();
  const lengthError = useLengthError();
  const format = useFormat();
  const navigate = useNavigate();
  const today = useOrganisationToday();
  const frame = useRef<HTMLFormElement>(null);
  const [start] = useState<ExpenseValues>(() =>
    claim ? toExpenseValues(claim) : { title: "", note: "", advance_id: null, items: [] },
  );
  const restored = useRestoredCopy(copyPlace(claim?.id), start);
  const [values, setValues] = useState(restored?.value ?? start);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [touched, setTouched] = useState(restored !== null);
  const [sending, setSending] = useState(false);
  const [uploading, setUploading] = useState(0);
  const [asking, setAsking] = useState(false);
  const draft = useExpenseDraft(
    claim && restored?.version ? { ...claim, version: restored.version } : claim,
    setTouched,
  );
  const { stored } = draft;
  const sentBefore = Boolean(claim?.sent_at);
  useUnsavedCopy(copyPlace(stored?.id), values, touched && !draft.has(values), () => stored?.version ?? null);
  const waits = touched && !sending && !draft.has(values);
  useAutosave(JSON.stringify(values), waits, () => draft.save(values, { draft: true }).catch(() => undefined));
  useEffect(() => {
    if (Object.keys(errors).length > 0) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const change = (changed: Partial<ExpenseValues>) => {
    setTouched(true);
    setValues((now) => ({ ...now, ...changed }));
  };
  const changeItem = (key: string, changed: Partial<ItemValues>) => {
    setTouched(true);
    setErrors({});
    setValues((now) => ({
      ...now,
      items: now.items.map((item) => (item.key === key ? { ...item, ...changed } : item)),
    }));
  };
  const onProblem = (error: unknown) => {
    if (isDraftConflict(error)) return;
    const found = error instanceof ProblemError ? Object.entries(error.errors) : [];
    if (found.length === 0) return reportFailure(error as Error);
    setErrors(Object.fromEntries(found.map(([path, [first = ""]]) => [path, first])));
  };

  /** Uploads receipts to an item; without one, each file becomes an item of its own. */
  const addFiles = async (files: readonly File[], key: string | null) => {
    if (files.length === 0) return;
    const added = key === null ? files.map(() => newItem(today, choices.currency)) : [];
    const next = { ...values, items: [...values.items, ...added] };
    setTouched(true);
    setErrors({});
    setValues((now) => ({ ...now, items: [...now.items, ...added] }));
    setUploading((count) => count + files.length);
    for (const [at, file] of files.entries()) {
      try {
        await draft.addFile(next, key ?? (added[at]?.key as string), file);
      } catch (error) {
        const refused = error instanceof ProblemError && (error.errors.file ?? error.errors.item_id)?.[0];
        const index = next.items.findIndex((item) => item.key === (key ?? added[at]?.key));
        if (refused) setErrors((now) => ({ ...now, [`items.${index}.receipts`]: refused }));
        else onProblem(error);
      } finally {
        setUploading((count) => count - 1);
      }
    }
  };
  const send = async () => {
    setErrors({});
    setSending(true);
    try {
      const { message, data } = await draft.save(values, { draft: false });
      toast.done(message ?? "");
      setTouched(false);
      void navigate(paths.expense("view", data.id), { replace: true });
    } catch (error) {
      onProblem(error);
    } finally {
      setSending(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const saveMine = async (conflict: DraftConflict) => {
    try {
      await draft.takeOverStored();
      if (conflict.draft) await draft.save(values, { draft: true });
      else await send();
    } catch (error) {
      onProblem(error);
    }
  };
  const leave = () => {
    setTouched(false);
    removeDraft(copyPlace(stored?.id));
    void navigate(paths.expenses, { replace: true });
  };
  const remove = useAction(deleteExpense, { onSuccess: leave });
  const advances = advanceOptions(choices, claim, format);
  const total = totalOf(values.items, choices);
  const [asked] = useDebouncedValue(total, 250);
  return (
    <form ref={frame} noValidate onSubmit={onSubmit}>
      <fieldset disabled={sending} className={`${head.form} ${layout.form} ${classes.form}`}>
        <DraftGuard dirty={waits && draft.state.is === "unsaved"} />
        <PageHead
          title={claim?.number ? text("finance.changeTitle", { number: claim.number }) : text("expense.new")}
          status={<DraftStatus state={draft.state} restoredAt={touched ? restored?.at : undefined} />}
        />
        <div className={`${layout.columns} ${classes.columns}`}>
          <div className={layout.stack}>
            {claim && <ReturnReason request={claim} />}
            {restored && touched && (sentBefore || draft.conflict) && (
              <StoredDraftNotice
                at={restored.at}
                onDiscard={() => {
                  if (claim) draft.takeOver(claim.version);
                  setTouched(false);
                  setValues(start);
                }}
              />
            )}
            <DraftConflictNotice conflict={draft.conflict} onSaveMine={(conflict) => void saveMine(conflict)} />
            {errors["items"] && (
              <p className={notice.warning} role="alert">
                <IconAlertCircle {...icon} />
                {errors["items"]}
              </p>
            )}
            {values.items.map((item, at) => (
              <ExpenseItemFields
                key={item.key}
                item={item}
                position={at}
                choices={choices}
                today={today}
                claim={stored}
                itemId={draft.idOf(item.key)}
                errorAt={(field) => errors[`items.${at}.${field}`]}
                onChange={(changed) => changeItem(item.key, changed)}
                onRemove={() => {
                  setErrors({});
                  change({ items: values.items.filter(({ key }) => key !== item.key) });
                }}
                onFiles={(files) => void addFiles(files, item.key)}
                onRemoveFile={(id) => void draft.removeFile(id).catch(onProblem)}
              />
            ))}
            <div className={classes.add} data-first={values.items.length === 0 || undefined}>
              <FileButton
                accept={photoTypes}
                capture="environment"
                onChange={(file) => file && void addFiles([file], null)}
              >
                {(button) => (
                  <Button
                    {...button}
                    className={classes.camera}
                    variant="filled"
                    leftSection={<IconCamera {...icon} />}
                  >
                    {text("expense.takePhoto")}
                  </Button>
                )}
              </FileButton>
              <FileButton multiple accept={receiptTypes} onChange={(files) => void addFiles(files, null)}>
                {(button) => (
                  <Button {...button} loading={uploading > 0} leftSection={<IconPaperclip {...icon} />}>
                    {text("expense.addReceipts")}
                  </Button>
                )}
              </FileButton>
              <Button
                variant="subtle"
                leftSection={<IconPlus {...icon} />}
                onClick={() => change({ items: [...values.items, newItem(today, choices.currency)] })}
              >
                {text("expense.addItem")}
              </Button>
            </div>
            <Panel padded>
              <div className={layout.stack}>
                <TextInput
                  label={<OptionalLabel label={text("expense.title")} />}
                  value={values.title}
                  error={lengthError(values.title, 200) ?? errors["title"]}
                  onChange={(event) => change({ title: event.currentTarget.value })}
                />
                {advances.length > 0 && (
                  <Select
                    label={<OptionalLabel label={text("expense.advance")} />}
                    description={text("expense.advance.hint")}
                    clearable
                    data={advances}
                    value={values.advance_id === null ? null : String(values.advance_id)}
                    error={errors["advance_id"]}
                    onChange={(id) => change({ advance_id: id === null ? null : Number(id) })}
                  />
                )}
                <Textarea
                  autosize
                  minRows={2}
                  label={<OptionalLabel label={text("finance.note")} />}
                  value={values.note}
                  error={lengthError(values.note, 2000) ?? errors["note"]}
                  onChange={(event) => change({ note: event.currentTarget.value })}
                />
              </div>
            </Panel>
          </div>
          <aside className={layout.stack}>
            <Panel padded>
              <span className={layout.label}>{text("finance.total")}</span>
              <span className={classes.total}>
                <Money amount={total} currency={choices.currency} />
              </span>
              <p className={layout.note}>{text("expense.ratesKept")}</p>
            </Panel>
            <ChainPreview family="expense" type="expense" amount={asked} currency={choices.currency} />
          </aside>
        </div>
        <div className={head.actions}>
          {sentBefore && claim ? (
            <BackToRequest family="expense" id={claim.id} />
          ) : (
            <Button variant="subtle" color="gray" onClick={() => (stored ? setAsking(true) : leave())}>
              {text("finance.discard")}
            </Button>
          )}
          <div className={layout.actions}>
            <Button
              type="submit"
              variant="filled"
              loading={sending}
              disabled={uploading > 0}
              leftSection={<IconSend {...icon} className="flip" />}
            >
              {text(sentBefore ? "finance.resend" : "expense.send")}
            </Button>
          </div>
        </div>
        <ConfirmDialog
          opened={asking}
          title={text("finance.discard.title")}
          confirmLabel={text("finance.discard")}
          pending={remove.isPending}
          onConfirm={() => stored && remove.mutate({ params: { id: stored.id } })}
          onClose={() => setAsking(false)}
        >
          {text("finance.discard.why")}
        </ConfirmDialog>
      </fieldset>
    </form>
  );
}

/** The draft on the server, with the ids of its items by their key in the form. */
function useExpenseDraft(claim: ExpenseDetail | null, onLeave: (touched: boolean) => void) {
  const [stored, setStored] = useState(claim);
  const ids = useRef(new Map(claim?.items.map((item) => [String(item.id), item.id])));
  const learn = ({ items }: ExpenseValues, { data }: ReplyOf<typeof updateExpense>) => {
    for (const [at, { key }] of items.entries()) {
      const item = data.items[at];
      if (item) ids.current.set(key, item.id);
    }
    setStored(data);
  };
  const draft = useDraft<ExpenseValues, ReplyOf<typeof updateExpense>>(
    claim,
    {
      create: async (values, { draft: asDraft, idempotencyKey }) => {
        const body = { ...toExpenseBody(values, ids.current), draft: asDraft };
        const answer = await call(createExpense, { body, idempotencyKey });
        learn(values, answer);
        return answer;
      },
      update: async ({ id, version }, values, { draft: asDraft }) => {
        const body = { ...toExpenseBody(values, ids.current), draft: asDraft, version };
        const answer = await call(updateExpense, { params: { id }, body });
        learn(values, answer);
        return answer;
      },
      copyPlace,
      onSaved: ({ data }, { draft: asDraft, begun }) => {
        // Switches to the draft's URL without a navigation, which would remount the screen.
        if (asDraft && begun) window.history.replaceState(window.history.state, "", paths.expense("edit", data.id));
        if (!asDraft) onLeave(false);
      },
    },
    claim ? toExpenseValues(claim) : undefined,
  );
  return {
    ...draft,
    stored,
    /** Overwrites the server's current version of the claim. Items that were removed there are added again. */
    takeOverStored: async () => {
      const id = draft.latestId();
      if (id === null) return;
      const { data } = await call(readExpense, { params: { id } });
      const stored = new Set(data.items.map((item) => item.id));
      for (const [key, item] of ids.current) if (!stored.has(item)) ids.current.delete(key);
      setStored(data);
      draft.takeOver(data.version);
    },
    idOf: (key: string) => ids.current.get(key) ?? null,
    /** Saves the values first if the item isn't stored yet. */
    addFile: async (values: ExpenseValues, key: string, file: File) => {
      if (!ids.current.has(key)) await draft.save(values, { draft: true });
      const [id, item] = [draft.latestId(), ids.current.get(key)];
      if (id === null || item === undefined) return;
      const body = new FormData();
      body.append("item_id", String(item));
      body.append("file", file, file.name);
      const sent = { params: { id }, body, idempotencyKey: newIdempotencyKey(), signal: new AbortController().signal };
      setStored((await upload(addReceipt, { ...sent, onProgress: () => undefined })).data);
    },
    removeFile: async (file: number) => {
      const id = draft.latestId();
      if (id !== null) setStored((await call(removeReceipt, { params: { id, file } })).data);
    },
  };
}

/** An advance that the claim refers to stays selectable when it is settled. */
function advanceOptions(
  { advances }: ExpenseChoices,
  claim: ExpenseDetail | null,
  { money }: Pick<ReturnType<typeof useFormat>, "money">,
) {
  const offered = advances.map(({ id, number, title, left, currency }) => ({
    value: String(id),
    label: `${number} ${title}, ${money(left, currency)}`,
  }));
  const own = claim?.advance;
  if (!own || advances.some(({ id }) => id === own.id)) return offered;
  return [{ value: String(own.id), label: own.number }, ...offered];
}
