import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { contract } from "../../../shared/contract";
import type { Endpoint, Method } from "../../../shared/kernel/endpoint";
import { Problem, type ProblemCode, problemStatus } from "../../../shared/kernel/problems";
import { isFromPrivateNetwork } from "./addresses";
import { type JsonSchema, jsonSchemaOf } from "./json-schema";

/**
 * `/docs` for people, `/docs/json` for programs. Made from the contract when first asked for. To the private network, or to
 * everybody where the operator says so: a map of all calls is for those who build on them.
 */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  const { apiDocs } = app.platform.config;
  app.addHook("onRequest", async (request) => {
    // By the route that was found, not by what was asked for: `/%64ocs` leads there as well.
    if (!/^\/docs(?:\/|$)/.test(request.routeOptions.url ?? "") || apiDocs || isFromPrivateNetwork(request)) return;
    throw new Problem("notFound");
  });
  // The plugin wants a document at once; ours takes 0.2 s to make, and most processes are never asked for it.
  await app.register(swagger, { mode: "static", specification: { document: {} as never } });
  let document: JsonSchema | undefined;
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    transformSpecification: () => (document ??= openApiDocument()),
    transformSpecificationClone: false,
    staticCSP: false, // our own policy holds for it as well
    uiConfig: { docExpansion: "none", filter: true, persistAuthorization: true },
    theme: {
      title: "Task Management: API",
      css: [{ filename: "portal.css", content: ".swagger-ui .topbar { display: none }" }],
    },
  });
}

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(contract)) {
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
        "Every call is JSON. Bodies may be sent as multipart form data as well, nested keys as `items[0][price]`; a POST with `_method` is served as that method. The tenant is the host name. `Idempotency-Key` is honoured on POST.",
    },
    servers: [{ url: "/" }],
    tags: [...new Set(Object.keys(contract).map(featureOf))].sort().map((name) => ({ name })),
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
    message: { type: "string", description: "In the language of Accept-Language." },
    code: { type: "string", enum: Object.keys(problemStatus) },
    errors: {
      type: "object",
      description: "Texts per field; nested fields are dotted.",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
    data: { description: "409: the record as it is now." },
    status: { const: false, description: "Failed sign-ins only." },
  },
};

function operation(name: string, endpoint: Endpoint, method: Method): JsonSchema {
  const { params, query, body, access, permission, feature } = endpoint;
  const wanted = permission ? [permission].flat().join(" or ") : null;
  const notes = [wanted && `Permission: ${wanted}.`, feature && `Plan feature: ${feature}.`].filter(Boolean);
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

/** JSON and multipart alike; a file comes in a part of the latter alone. */
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
