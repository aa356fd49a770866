import type { Api } from "../../support/api";
import { multipart } from "../../support/multipart";

export const uploadPeople = (api: Api, step: "" | "/preview", rows: string[][], columns: string, roleId: number) =>
  api.send({
    method: "POST",
    url: `/user/import${step}`,
    ...multipart([
      { name: "file", value: Buffer.from(rows.map((row) => row.join(",")).join("\r\n")), filename: "people.csv" },
      { name: "columns", value: columns },
      { name: "role_id", value: String(roleId) },
    ]),
  });
