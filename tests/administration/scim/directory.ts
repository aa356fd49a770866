import type { TestServer } from "../../support/server";
import type { World } from "../../support/world";

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const enterpriseSchema = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** SCIM client that sends what Entra ID and Okta send. */
export class DirectoryClient {
  constructor(
    private readonly server: TestServer,
    private readonly world: World,
    public token: string | null,
  ) {}

  async call(method: Method, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const reply = await this.server.app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        host: this.world.host,
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(body === undefined ? {} : { "content-type": "application/scim+json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    if (reply.body !== "" && !String(reply.headers["content-type"]).startsWith("application/scim+json"))
      throw new Error(`${method} ${path}: ${reply.statusCode} ${String(reply.headers["content-type"])}`);
    // oxlint-disable-next-line typescript/no-explicit-any -- responses have many shapes
    const read = (reply.body ? JSON.parse(reply.body) : null) as any;
    return { status: reply.statusCode, headers: reply.headers, body: read };
  }

  get = (path: string, headers?: Record<string, string>) => this.call("GET", path, undefined, headers);
  search = (kind: "Users" | "Groups", filter: string, extraQuery = "") =>
    this.call("GET", `/${kind}?filter=${encodeURIComponent(filter)}${extraQuery}`);
  create = (body: object) => this.call("POST", "/Users", { schemas: [userSchema], ...body });
  createGroup = (body: object) => this.call("POST", "/Groups", { schemas: [groupSchema], ...body });
  patch = (path: string, ...Operations: object[]) =>
    this.call("PATCH", path, { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations });
}

export async function withDirectory(server: TestServer, world: World): Promise<DirectoryClient> {
  const answer = await world.api(world.admin).post("/security/scim", { role_id: world.roles.employee });
  if (answer.status !== 201) throw new Error(answer.text);
  return new DirectoryClient(server, world, answer.body.data.token);
}
