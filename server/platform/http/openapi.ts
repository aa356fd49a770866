import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { registration } from "../features";
import type { Endpoint, Method } from "../../../shared/kernel/endpoint";
import { Problem, type ProblemCode, problemStatus } from "../../../shared/kernel/problems";
import { isFromPrivateNetwork } from "../addresses";
import { type JsonSchema, jsonSchemaOf } from "./json-schema";

/**
 * Serves `/docs` as a page and `/docs/json` for programs; both are generated from the contract on first use. Access is limited to the
 * private network unless the operator makes the documents public.
 */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  const { apiDocs } = app.platform.config;
  app.addHook("onRequest", async (request) => {
    // Checks the matched route instead of the URL, because `/%64ocs` leads to the same route.
    if (!/^\/docs(?:\/|$)/.test(request.routeOptions.url ?? "") || apiDocs || isFromPrivateNetwork(request)) return;
    throw new Problem("notFound");
  });
  // The plugin needs a document at registration; generating the real one takes 0.2 s, and most processes never need it.
  await app.register(swagger, { mode: "static", specification: { document: {} as never } });
  let document: JsonSchema | undefined;
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    transformSpecification: () => (document ??= openApiDocument()),
    transformSpecificationClone: false,
    staticCSP: false, // the application's own Content-Security-Policy applies here too
    uiConfig: { docExpansion: "none", filter: true, persistAuthorization: true },
    theme: {
      title: "Task Management: API",
      css: [{ filename: "portal.css", content: ".swagger-ui .topbar { display: none }" }],
    },
  });
}

export function openApiDocument(): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(registration.filling.contract)) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    for (const method of [endpoint.method, ...(endpoint.siblings ?? [])]) {
      paths[path][method.toLowerCase()] = operation(name, endpoint, method);
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Task Management",
      version: "1",
      description:
        "All calls use JSON. Bodies may also be sent as multipart form data, with nested keys such as `items[0][price]`; a POST with `_method` is handled as that method. The host name selects the tenant. `Idempotency-Key` is supported on POST.",
    },
    servers: [{ url: "/" }],
    tags: [...new Set(Object.keys(registration.filling.contract).map(featureOf))].sort().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Problem: problemSchema },
    },
  };
}

const featureOf = (name: string): string => name.split(".")[0] as string;

const problemSchema: JsonSchema = {
  type: "object",
  required: ["message", "code"],
  properties: {
    message: { type: "string", description: "In the language requested by Accept-Language." },
    code: { type: "string", enum: Object.keys(problemStatus) },
    errors: {
      type: "object",
      description: "Messages per field; nested fields use dotted paths.",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
    data: { description: "For 409: the current record." },
    status: { const: false, description: "Failed sign-ins only." },
  },
};

function operation(name: string, endpoint: Endpoint, method: Method): JsonSchema {
  const { params, query, body, access, permission, feature } = endpoint;
  const permissionNames = permission ? [permission].flat().join(" or ") : null;
  const notes = [permissionNames && `Permission: ${permissionNames}.`, feature && `Plan feature: ${feature}.`].filter(
    Boolean,
  );
  const bodySchema = jsonSchemaOf(body);
  const hasBody = method !== "GET" && Object.keys((bodySchema.properties ?? {}) as object).length > 0;
  const content = { schema: bodySchema, ...(endpoint.example?.body ? { example: endpoint.example.body } : {}) };
  return {
    operationId: method === endpoint.method ? name : `${name}.${method.toLowerCase()}`,
    tags: [featureOf(name)],
    summary: endpoint.summary,
    ...(notes.length > 0 ? { description: notes.join(" ") } : {}),
    security: access === "public" ? [] : [{ bearer: [] }],
    parameters: [...parametersOf(jsonSchemaOf(params), "path"), ...parametersOf(jsonSchemaOf(query), "query")],
    ...(hasBody ? { requestBody: { content: bodiesOf(endpoint, content) } } : {}),
    responses: {
      [endpoint.status]: {
        description: endpoint.summary,
        content: { "application/json": { schema: jsonSchemaOf(endpoint.reply, "reply") } },
      },
      ...refusals(endpoint, hasBody),
    },
  };
}

/** JSON and multipart are both accepted; a file requires multipart. */
function bodiesOf({ file }: Endpoint, content: { schema: JsonSchema }): Record<string, JsonSchema> {
  if (!file) return { "application/json": content, "multipart/form-data": content };
  const { schema, ...rest } = content;
  const parts = { ...(schema.properties as object), [file]: { type: "string", format: "binary" } };
  const required = [...((schema.required ?? []) as string[]), file];
  return { "multipart/form-data": { ...rest, schema: { ...schema, properties: parts, required } } };
}

function parametersOf(schema: JsonSchema, place: "path" | "query"): JsonSchema[] {
  const required = (schema.required ?? []) as string[];
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, each]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: each,
  }));
}

function refusals(endpoint: Endpoint, hasBody: boolean): Record<string, JsonSchema> {
  const codes = new Set<ProblemCode>(["tenant.unknown", ...endpoint.problems]);
  if (!endpoint.openWhen?.includes("tenantInactive")) codes.add("tenant.inactive");
  if (!endpoint.openWhen?.includes("planExpired")) codes.add("plan.expired");
  if (!endpoint.readOnly && !endpoint.openWhen?.includes("maintenance")) codes.add("maintenance");
  if (endpoint.access === "signedIn") codes.add("session.required");
  if (endpoint.feature) codes.add("feature_not_in_plan");
  if (endpoint.permission) codes.add("permission.denied");
  if (endpoint.path.includes(":")) codes.add("notFound");
  if (hasBody)
    for (const code of ["request.malformed", "request.tooLarge", "request.unsupportedType", "request.invalid"] as const)
      codes.add(code);
  const byStatus: Record<string, ProblemCode[]> = {};
  for (const code of codes) (byStatus[problemStatus[code]] ??= []).push(code);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, list]) => [
      status,
      {
        description: list.map((code) => `\`${code}\``).join(", "),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  );
}
