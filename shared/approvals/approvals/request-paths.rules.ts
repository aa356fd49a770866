import { requestFamilyDefinitions, requestFamilies, type RequestFamily } from "./families";

interface RequestRef {
  id: number | string;
  family: RequestFamily;
}

/** Request family of inbox URLs that do not name a family. */
export const defaultRequestFamily = requestFamilies[0] as RequestFamily;

export const requestPath = ({ id, family }: RequestRef): string =>
  `/${requestFamilyDefinitions[family].folder}/view/${id}`;

export const decisionPath = ({ id, family }: RequestRef): string =>
  family === defaultRequestFamily ? `/approvals?open=${id}` : `/approvals?open=${id}&of=${family}`;
