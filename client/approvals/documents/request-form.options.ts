import type { AnyObjectSchema } from "yup";
import type { RequestStep } from "../../../shared/approvals/approvals/approvals.contract";
import { type RequestFamily, requestFamilyDefinitions } from "../../../shared/approvals/approvals/families";

export interface RequestRecord {
  id: number;
  version: number;
  sent_at: string | null;
  steps: readonly RequestStep[];
}

export interface SavedRequest<Detail> {
  data: Detail;
  message?: string | undefined;
}

interface SaveOptions<Extra> {
  draft: boolean;
  /** Content besides the values that is sent once, such as a file. */
  extra: Extra | undefined;
}

/**
 * Treatment of values while they are typed: they are saved on the server; they only stay on this device; they stay there and are
 * reported as unsaved, because the server wouldn't accept them; or nothing, because a new request has no content yet.
 */
type DraftTarget = "server" | "device" | "invalid" | "none";

/** Parts that a request family adds to the form of a request. */
export interface RequestFormOptions<V, Detail, Extra> {
  family: RequestFamily;
  /** Null for a new request. */
  record: Detail | null;
  initialValues: () => V;
  /** Values that take precedence over those of a restored copy. */
  presetValues?: Partial<V>;
  create: (values: V, options: SaveOptions<Extra> & { idempotencyKey: string }) => Promise<SavedRequest<Detail>>;
  update: (
    before: { id: number; version: number },
    values: V,
    options: SaveOptions<Extra>,
  ) => Promise<SavedRequest<Detail>>;
  /** Extra content for the next save. */
  extra?: Extra;
  /** Rules that are checked before the request is sent or saved by a button. Without a schema only the server checks it. */
  schema?: (isDraft: () => boolean) => AnyObjectSchema;
  /** Checks before sending that a schema can't express; returns errors by field. */
  check?: (values: V) => Record<string, string>;
  /** Checks before a draft is saved; its errors by field are shown, and the values only stay on this device. */
  checkDraft?: (values: V) => Record<string, string>;
  fieldsWithoutValue?: readonly string[];
  /** Place of the copy on this device, by default `family:id`. */
  copyPlace?: (id: number | undefined) => string;
  /** By default, all values are saved on the server. */
  draftTarget?: (values: V, isStored: boolean) => DraftTarget;
  savesWhenLeft?: boolean;
  /** Set if something, such as a file, can only be added to a stored request. */
  needsStoredDraft?: boolean;
  /** Whether the request is shown after its draft was saved by a button. */
  closesWithDraft?: boolean;
  /** Shows a refusal. By default it is shown at the fields and above the form. */
  onRefusal?: (error: unknown) => void;
  /** Reads the version that another user saved, before it is overwritten. */
  readStoredVersion?: (id: number) => Promise<number>;
}

export const requestAddress = (family: RequestFamily, mode: "view" | "edit" | "list", id?: number): string =>
  ["", requestFamilyDefinitions[family].folder, mode, ...(id === undefined ? [] : [id])].join("/");
