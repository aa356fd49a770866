import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/requests/forms/forms.contract";
import { serveDocument, serveDocumentFiles } from "../../approvals/documents/serve-document";
import { attachmentRules } from "../../platform/files/files.service";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { presentFormRequestDetail } from "./form-requests.present";
import { authorizeFormFile, deleteStoredFormFile, formDocument, storeFormFile } from "./form-requests.service";
import { listRequests } from "./forms.read";

export function registerFormRequestsRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listFormRequests, ({ tx, actor, query }) => listRequests(tx, actor, query));
  const detail = serveDocument(
    app,
    {
      read: contract.readFormRequest,
      create: contract.createFormRequest,
      updates: [contract.updateFormRequest],
      remove: contract.deleteFormRequest,
      send: contract.sendFormRequest,
      cancel: contract.cancelFormRequest,
      approve: contract.approveFormRequest,
      reject: contract.rejectFormRequest,
      requestChanges: contract.requestFormChanges,
    },
    formDocument,
    { present: presentFormRequestDetail, deletedMessage: "form.draftDeleted" },
  );
  serveDocumentFiles(
    app,
    { add: contract.addFormFile, remove: contract.removeFormFile },
    {
      rules: attachmentRules,
      authorize: (tx, actor, id, { field }) => authorizeFormFile(tx, actor, id, field),
      store: (tx, actor, id, { field }, file) => storeFormFile(tx, actor, id, field, file),
      remove: deleteStoredFormFile,
      detail,
    },
  );
}
