import type { LRParser } from '@lezer/lr';
import { parser as cpp } from '@lezer/cpp';
import { parser as go } from '@lezer/go';
import { parser as java } from '@lezer/java';
import { parser as javascript } from '@lezer/javascript';
import { parser as php } from '@lezer/php';
import { parser as python } from '@lezer/python';
import { parser as rust } from '@lezer/rust';
import { HASH_LEADS, SLASH_LEADS } from './codeLines.ts';
import type { LeadStyle } from './codeLines.ts';

/** How the syntax tree of a language shows its definitions. */
export interface Grammar {
  readonly parser: LRParser;
  /** Definition nodes and the nodes that name them: their first child of such a type, or that of a `through` node below them. */
  readonly definitions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Of these only those outside of all other definitions and blocks count. */
  readonly atTopLevel: ReadonlySet<string>;
  /** Nodes around a definition that begin before it: decorators, `export`, template parameters. */
  readonly wrappers: ReadonlySet<string>;
  /** Nodes between a definition and its name. */
  readonly through: ReadonlySet<string>;
  /** Of definitions with several names, what is between them. */
  readonly joints: ReadonlyMap<string, string>;
  readonly leads: LeadStyle;
  /** What is indented deeper than a definition and is below it is in it, though the tree may leave comments at its end out. */
  readonly isIndentationBased: boolean;
}

const PLAIN = {
  atTopLevel: setOf(''),
  wrappers: setOf(''),
  through: setOf(''),
  joints: new Map<string, string>(),
  isIndentationBased: false,
};

const JAVASCRIPT = {
  ...PLAIN,
  ...namedBy({
    'FunctionDeclaration NamespaceDeclaration AmbientFunctionDeclaration': 'VariableDefinition',
    ClassDeclaration: 'VariableDefinition',
    'MethodDeclaration PropertyDeclaration': 'PropertyDefinition PrivatePropertyDefinition',
    'InterfaceDeclaration EnumDeclaration TypeAliasDeclaration': 'TypeDefinition',
    VariableDeclaration: 'VariableDefinition',
    AssignmentExpression: 'MemberExpression',
  }),
  atTopLevel: setOf('VariableDeclaration AssignmentExpression'),
  wrappers: setOf('ExportDeclaration AmbientDeclaration ExpressionStatement'),
  leads: SLASH_LEADS,
};

const TYPESCRIPT: Grammar = { parser: javascript.configure({ dialect: 'ts' }), ...JAVASCRIPT };
const TSX: Grammar = { parser: javascript.configure({ dialect: 'ts jsx' }), ...JAVASCRIPT };
const JSX: Grammar = { parser: javascript.configure({ dialect: 'jsx' }), ...JAVASCRIPT };

const PYTHON: Grammar = {
  ...PLAIN,
  parser: python,
  ...namedBy({ 'FunctionDefinition ClassDefinition AssignStatement': 'VariableName' }),
  atTopLevel: setOf('AssignStatement'),
  wrappers: setOf('DecoratedStatement'),
  isIndentationBased: true,
  leads: HASH_LEADS,
};

const JAVA: Grammar = {
  ...PLAIN,
  parser: java,
  ...namedBy({
    'ClassDeclaration InterfaceDeclaration EnumDeclaration RecordDeclaration MethodDeclaration ConstructorDeclaration': 'Definition',
    AnnotationTypeDeclaration: 'Identifier',
  }),
  leads: SLASH_LEADS,
};

const CPP: Grammar = {
  ...PLAIN,
  parser: cpp,
  ...namedBy({
    'ClassSpecifier StructSpecifier UnionSpecifier EnumSpecifier': 'TypeIdentifier ScopedTypeIdentifier TemplateType',
    NamespaceDefinition: 'Identifier ScopedIdentifier',
    FunctionDefinition: 'Identifier FieldIdentifier ScopedIdentifier DestructorName OperatorName',
  }),
  wrappers: setOf('TemplateDeclaration Declaration TypeDefinition'),
  through: setOf('FunctionDeclarator PointerDeclarator ReferenceDeclarator'),
  leads: SLASH_LEADS,
};

const RUST: Grammar = {
  ...PLAIN,
  parser: rust,
  ...namedBy({
    'FunctionItem ModItem ConstItem StaticItem': 'BoundIdentifier',
    'StructItem EnumItem UnionItem TraitItem TypeItem': 'TypeIdentifier',
    ImplItem: 'TypeIdentifier GenericType ScopedTypeIdentifier',
    MacroDefinition: 'Identifier',
  }),
  atTopLevel: setOf('ConstItem StaticItem'),
  wrappers: setOf('AttributeItem'),
  joints: new Map([['ImplItem', ' for ']]),
  leads: SLASH_LEADS,
};

const GO: Grammar = {
  ...PLAIN,
  parser: go,
  ...namedBy({ 'FunctionDecl TypeSpec VarSpec': 'DefName', MethodDecl: 'FieldName' }),
  atTopLevel: setOf('VarSpec'),
  wrappers: setOf('TypeDecl VarDecl'),
  leads: SLASH_LEADS,
};

const PHP: Grammar = {
  ...PLAIN,
  parser: php,
  ...namedBy({ 'ClassDeclaration InterfaceDeclaration TraitDeclaration EnumDeclaration MethodDeclaration FunctionDefinition': 'Name' }),
  leads: { line: /^(?:\/\/|#)/, blocks: SLASH_LEADS.blocks },
};

/** Grammars by extension; a language without one is cut by indentation. */
export const GRAMMARS: ReadonlyMap<string, Grammar> = new Map([
  ...['.ts', '.mts', '.cts'].map((extension) => [extension, TYPESCRIPT] as const),
  ['.tsx', TSX],
  ...['.js', '.jsx', '.mjs', '.cjs'].map((extension) => [extension, JSX] as const),
  ...['.py', '.pyi', '.pyw'].map((extension) => [extension, PYTHON] as const),
  ['.java', JAVA],
  ...['.c', '.h', '.cc', '.cpp', '.cxx', '.hh', '.hpp', '.hxx'].map((extension) => [extension, CPP] as const),
  ['.rs', RUST],
  ['.go', GO],
  ['.php', PHP],
]);

function namedBy(names: Readonly<Record<string, string>>): Pick<Grammar, 'definitions'> {
  return {
    definitions: new Map(Object.entries(names).flatMap(([types, by]) => types.split(' ').map((type) => [type, setOf(by)] as const))),
  };
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' ').filter((name) => name !== ''));
}
