/**
 * Types of the API's documents, from its description: `node documents.js ORIGIN` prints `page/js/documents.d.ts`.
 */

/** @typedef {Record<string, any>} Schema  JSON, as the description has it */

/** The types of all documents, and which question has which. @param {Schema} api */
export function documentTypes(api) {
  const { schemas } = api.components;
  const questions = Object.entries(/** @type {Record<string, Schema>} */ (api.paths)).flatMap(
    ([path, methods]) => {
      const { content = {} } = (methods.post ?? methods.get).responses['200'];
      const schema = content['application/json']?.schema?.$ref;
      return schema ? [`  '${path.replace('/api/v1/', '')}': ${nameOf(schema)};`] : [];
    },
  );
  const types = Object.entries(/** @type {Record<string, Schema>} */ (schemas)).map(
    // A number that a double cannot hold is a text in the document; the page reads none as a number.
    ([name, schema]) =>
      `export type ${name} = ${name === 'Whole' ? 'number' : typeOf(schema, '')};`,
  );
  return [
    '/** Types of the API’s documents, from its description; written by `browser-tests/documents.js`. */',
    '',
    ...types,
    '',
    '/** The document of each question. */',
    'export interface Documents {',
    ...questions,
    '}',
    '',
  ].join('\n');
}

/** @param {string} reference */
const nameOf = (reference) => reference.split('/').at(-1) ?? '';

/** @param {Schema|boolean} schema @param {string} indent @returns {string} */
function typeOf(schema, indent) {
  if (typeof schema === 'boolean') return 'unknown';
  if (schema.$ref) return nameOf(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum)
    return schema.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map((/** @type {Schema} */ each) => typeOf(each, indent)));
  if (schema.allOf)
    return schema.allOf.map((/** @type {Schema} */ each) => typeOf(each, indent)).join(' & ');
  if (Array.isArray(schema.type))
    return union(
      schema.type.map((/** @type {string} */ type) => typeOf({ ...schema, type }, indent)),
    );
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'number':
      return schema.type;
    case 'integer':
      return 'number';
    case 'array':
      return schema.prefixItems
        ? `[${schema.prefixItems.map((/** @type {Schema} */ each) => typeOf(each, indent)).join(', ')}]`
        : `Array<${typeOf(schema.items ?? true, indent)}>`;
    case 'object':
      return objectType(schema, indent);
    default:
      // A certificate has facts of its own for each reason.
      return 'any';
  }
}

/** @param {string[]} types */
const union = (types) => [...new Set(types)].join(' | ');

/** @param {Schema} schema @param {string} indent */
function objectType({ properties = {}, required = [], additionalProperties }, indent) {
  const inner = `${indent}  `;
  const lines = Object.entries(/** @type {Record<string, Schema>} */ (properties)).map(
    ([name, schema]) => {
      const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
      // A value that may be null is left out of the document instead.
      return required.includes(name)
        ? `${inner}${key}: ${typeOf(schema, inner)};`
        : `${inner}${key}?: ${typeOf(schema, inner).replace(/ \| null$/, '')};`;
    },
  );
  if (lines.length) return `{\n${lines.join('\n')}\n${indent}}`;
  const value = additionalProperties ? typeOf(additionalProperties, indent) : 'unknown';
  return `Record<string, ${value}>`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const answer = await fetch(`${process.argv[2]}/api/v1/openapi.json`);
  process.stdout.write(documentTypes(await answer.json()));
}
