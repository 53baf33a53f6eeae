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
export interface CodeGrammar {
  readonly parser: LRParser;
  /** Types of definition nodes, with the types of nodes that name them: the first such child, or one below a `through` node. */
  readonly definitions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Definition types that count only outside all other definitions and blocks. */
  readonly atTopLevel: ReadonlySet<string>;
  /** Nodes that wrap a definition and begin before it: decorators, `export`, template parameters. */
  readonly wrappers: ReadonlySet<string>;
  /** Nodes between a definition and its name. */
  readonly through: ReadonlySet<string>;
  /** Text that joins the names of a definition with several names. */
  readonly joints: ReadonlyMap<string, string>;
  readonly leads: LeadStyle;
  /** True when lines below a definition that are indented deeper belong to it, even if the syntax tree leaves out comments at its end. */
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

const TYPESCRIPT: CodeGrammar = { parser: javascript.configure({ dialect: 'ts' }), ...JAVASCRIPT };
const TSX: CodeGrammar = { parser: javascript.configure({ dialect: 'ts jsx' }), ...JAVASCRIPT };
const JSX: CodeGrammar = { parser: javascript.configure({ dialect: 'jsx' }), ...JAVASCRIPT };

const PYTHON: CodeGrammar = {
  ...PLAIN,
  parser: python,
  ...namedBy({ 'FunctionDefinition ClassDefinition AssignStatement': 'VariableName' }),
  atTopLevel: setOf('AssignStatement'),
  wrappers: setOf('DecoratedStatement'),
  isIndentationBased: true,
  leads: HASH_LEADS,
};

const JAVA: CodeGrammar = {
  ...PLAIN,
  parser: java,
  ...namedBy({
    'ClassDeclaration InterfaceDeclaration EnumDeclaration RecordDeclaration MethodDeclaration ConstructorDeclaration': 'Definition',
    AnnotationTypeDeclaration: 'Identifier',
  }),
  leads: SLASH_LEADS,
};

const CPP: CodeGrammar = {
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

const RUST: CodeGrammar = {
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

const GO: CodeGrammar = {
  ...PLAIN,
  parser: go,
  ...namedBy({ 'FunctionDecl TypeSpec VarSpec': 'DefName', MethodDecl: 'FieldName' }),
  atTopLevel: setOf('VarSpec'),
  wrappers: setOf('TypeDecl VarDecl'),
  leads: SLASH_LEADS,
};

const PHP: CodeGrammar = {
  ...PLAIN,
  parser: php,
  ...namedBy({ 'ClassDeclaration InterfaceDeclaration TraitDeclaration EnumDeclaration MethodDeclaration FunctionDefinition': 'Name' }),
  leads: { line: /^(?:\/\/|#)/, blocks: SLASH_LEADS.blocks },
};

/** Grammars by file extension. A language without a grammar is cut by indentation. */
export const GRAMMARS: ReadonlyMap<string, CodeGrammar> = new Map([
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

function namedBy(names: Readonly<Record<string, string>>): Pick<CodeGrammar, 'definitions'> {
  return {
    definitions: new Map(Object.entries(names).flatMap(([types, by]) => types.split(' ').map((type) => [type, setOf(by)] as const))),
  };
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' ').filter((name) => name !== ''));
}
