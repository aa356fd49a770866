import { object } from "yup";
import { idField, textField } from "../kernel/fields";

const title = () => textField(255);

// The file itself is no field: it comes as a part of the multipart body, named `file`.

export const createAttachmentSchema = object({ task_id: idField("task").required("field.required"), title: title() });

export const replaceAttachmentSchema = object({ title: title() });

export const renameAttachmentSchema = object({ title: title().required("field.required") });
