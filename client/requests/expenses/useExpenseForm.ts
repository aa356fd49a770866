import { useRef, useState } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import {
  addReceipt,
  createExpense,
  type ExpenseDetail,
  readExpense,
  removeReceipt,
  updateExpense,
} from "../../../shared/requests/expenses/expenses.contract";
import { sendFile } from "../../approvals/documents/send-file";
import { useRequestForm } from "../../approvals/documents/useRequestForm";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { ProblemError } from "../../platform/problem-error";
import { type DraftConflict, isDraftConflict } from "../../ui/form/draft";
import { type ExpenseValues, type ItemValues, toExpenseBody, toExpenseValues } from "./expense.values";

interface Receipt {
  file: File;
  /** Position of its item. */
  at: number;
}

interface ItemReceipt {
  file: File;
  /** Key of its item. */
  key: string;
}

/** Document of a claim, with the ids of its items by their key in the form and the upload of receipts. */
export function useExpenseForm(claim: ExpenseDetail | null) {
  const ids = useRef(new Map(claim?.items.map((item) => [String(item.id), item.id])));
  const [uploadCount, setUploadCount] = useState(0);
  /** Receipts of items whose save was refused; they are uploaded once the conflict is resolved. */
  const [receiptsInConflict, setReceiptsInConflict] = useState<readonly ItemReceipt[]>([]);
  const storeIds = ({ items }: ExpenseValues, reply: ReplyOf<typeof updateExpense>) => {
    for (const [at, { key }] of items.entries()) {
      const item = reply.data.items[at];
      if (item) ids.current.set(key, item.id);
    }
    return reply;
  };
  const document = useRequestForm<ExpenseValues, ExpenseDetail>({
    family: "expense",
    record: claim,
    initialValues: () => toExpenseValues(claim),
    create: async (values, { draft, idempotencyKey }) => {
      const body = { ...toExpenseBody(values, ids.current), draft };
      return storeIds(values, await call(createExpense, { body, idempotencyKey }));
    },
    update: async ({ id, version }, values, { draft }) => {
      const body = { ...toExpenseBody(values, ids.current), draft, version };
      return storeIds(values, await call(updateExpense, { params: { id }, body }));
    },
    // Items that were removed there are added again.
    readStoredVersion: async (id) => {
      const { data } = await call(readExpense, { params: { id } });
      const storedIds = new Set(data.items.map((item) => item.id));
      for (const [key, item] of ids.current) if (!storedIds.has(item)) ids.current.delete(key);
      draft.setRecord(data);
      return data.version;
    },
    onRefusal: (error) => onRefusal(error),
  });
  const { draft, form, storedId } = document;

  const onRefusal = (error: unknown) => {
    const errors = error instanceof ProblemError ? Object.entries(error.errors) : [];
    if (errors.length === 0) return reportFailure(error as Error);
    form.showErrors(Object.fromEntries(errors.map(([path, [first = ""]]) => [path, first])));
  };
  const addFile = async (content: ExpenseValues, { file, key }: ItemReceipt) => {
    // The item must be stored first.
    if (!ids.current.has(key)) await draft.save({ values: content }, { draft: true });
    const [id, item] = [await storedId(content), ids.current.get(key)];
    if (item !== undefined) await draft.change(() => sendFile(addReceipt, { id }, file, { item_id: String(item) }));
  };
  const addReceipts = async (content: ExpenseValues, receipts: readonly ItemReceipt[]) => {
    setUploadCount((count) => count + receipts.length);
    for (const receipt of receipts) {
      try {
        await addFile(content, receipt);
      } catch (error) {
        const refusal = error instanceof ProblemError && (error.errors.file ?? error.errors.item_id)?.[0];
        const at = content.items.findIndex(({ key }) => key === receipt.key);
        if (isDraftConflict(error)) setReceiptsInConflict((waiting) => [...waiting, receipt]);
        else if (refusal) form.showErrors({ [`items.${at}.receipts`]: refusal });
        else document.onProblem(error);
      } finally {
        setUploadCount((count) => count - 1);
      }
    }
  };
  return {
    document: {
      ...document,
      saveMine: async (conflict: DraftConflict) => {
        await document.saveMine(conflict);
        setReceiptsInConflict([]);
        await addReceipts(form.values, receiptsInConflict);
      },
    },
    isUploading: uploadCount > 0,
    canSend: uploadCount === 0 && receiptsInConflict.length === 0,
    itemIdOf: (key: string) => ids.current.get(key) ?? null,
    /** Uploads receipts to the items at their positions. */
    addFiles: (items: ItemValues[], receipts: readonly Receipt[]) => {
      form.clearErrors("items");
      const itemReceipts = receipts.map(({ file, at }) => ({ file, key: (items[at] as ItemValues).key }));
      return addReceipts({ ...form.values, items }, itemReceipts);
    },
    removeFile: (file: number) => {
      const id = draft.latestId();
      if (id === null) return;
      draft.change(() => call(removeReceipt, { params: { id, file } })).catch(document.onProblem);
    },
  };
}
