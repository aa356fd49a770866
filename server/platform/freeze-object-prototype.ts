/**
 * Second defense against prototype pollution: nothing can be added to `Object.prototype`. Lookups of `__proto__` and `constructor` in
 * tables still succeed, so tables must use `Object.hasOwn` or a Map.
 */
export function freezeObjectPrototype(realm: typeof globalThis = globalThis): void {
  realm.Object.preventExtensions(realm.Object.prototype);
}
