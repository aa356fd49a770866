import { object } from "yup";
import { idField, lineField } from "../kernel/fields";

const title = () => lineField(255);

// The file itself is no field: it comes as a part of the multipart body, named `file`.

export const createAttachmentSchema = object({ task_id: idField("task").required("field.required"), title: title() });

export const replaceAttachmentSchema = object({ title: title() });

export const renameAttachmentSchema = object({ title: title().required("field.required") });
