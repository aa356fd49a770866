import type { AnyObjectSchema } from "yup";
import { contract } from "./contract";

/** Fields of the records in the reply's list; empty if the reply is no list. */
function listFieldsOf(reply: AnyObjectSchema): object {
  const { innerType } = (reply.fields["data"] ?? {}) as { innerType?: { fields?: object } };
  return innerType?.fields ?? {};
}

test("each POST that returns a result for each record is a bulk call", () => {
  const calls = Object.entries(contract).filter(
    ([, { method, reply }]) => method === "POST" && "done" in listFieldsOf(reply),
  );
  expect(calls.map(([name]) => name)).toContain("approvals.approveRequests");
  expect(calls.filter(([, { isBulk }]) => !isBulk).map(([name]) => name)).toEqual([]);
});
