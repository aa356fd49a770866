import type { Api } from "../support/api";
import { multipart } from "../support/multipart";

/** Looks at, or takes, a table of people as a file; newcomers get this role. */
export const sendPeople = (api: Api, step: "" | "/preview", rows: string[][], columns: string, roleId: number) =>
  api.send({
    method: "POST",
    url: `/user/import${step}`,
    ...multipart([
      { name: "file", value: Buffer.from(rows.map((row) => row.join(",")).join("\r\n")), filename: "people.csv" },
      { name: "columns", value: columns },
      { name: "role_id", value: String(roleId) },
    ]),
  });
