import { actorKinds, capabilities } from '#app/command.ts'
import { bulkPolicies } from '#app/submit-drafts.ts'
import { decisionKinds } from '#db/decisions.ts'
import { entityStatuses } from '#db/entities.ts'
import { alarmKinds } from '#db/health.ts'
import { traversalDirections } from '#db/relations.ts'
import { workStatuses } from '#db/works.ts'
import { confidenceBands } from '#domain/draft/confidence.ts'
import {
  aliasKinds,
  draftOperations,
  draftOrigins,
  draftStatuses,
  phases,
  tiers,
} from '#domain/draft/proposal.ts'
import { polarities } from '#domain/entity-types/character-relation.ts'
import { type EntityTypeName, entityTypeNames } from '#domain/entity-types/entity-type-name.ts'
import {
  contextPurposes,
  fieldKinds,
  fieldLevels,
  fieldTemporals,
  narrativeAspects,
} from '#domain/entity-types/field.ts'
import { powerKinds } from '#domain/entity-types/power-system.ts'
import { relationEnds } from '#domain/entity-types/records.ts'
import { entityTypes } from '#domain/entity-types/registry.ts'
import { idempotencyReasons } from '#domain/errors.ts'
import { severities } from '#domain/gates/gate.ts'
import { ledgerStates } from '#domain/ledger.ts'
import { sourceChecks, sourceKinds } from '#domain/source.ts'
import { chapterKinds, chapterStatuses } from '#domain/story-time.ts'
import { builder } from './builder.ts'

/** An enum whose values are those of the domain; each is described, mostly by its Chinese label. */
function enumOf<const Values extends readonly string[]>(
  name: string,
  values: Values,
  told: { readonly description: string; readonly of: Record<Values[number], string> },
) {
  return builder.enumType(name, {
    description: told.description,
    values: Object.fromEntries(
      values.map((value) => [value, { description: told.of[value as Values[number]] }]),
    ) as Record<Values[number], { description: string }>,
  })
}

export const EntityType = builder.enumType('EntityType', {
  description: 'The nine registered entity types (九型).',
  values: Object.fromEntries(
    entityTypeNames.map((name) => [
      name.toUpperCase(),
      { value: name, description: `${entityTypes[name].label}. ${entityTypes[name].doc}` },
    ]),
  ) as Record<string, { value: EntityTypeName; description: string }>,
})

export const Capability = enumOf('Capability', capabilities, {
  description: 'What a caller may do. Machines propose; only a person decides.',
  of: {
    READ: 'Read.',
    PROPOSE: 'Submit drafts; nothing canonical changes.',
    CHECK: 'File checks of what others proposed.',
    DECIDE: 'Confirm, edit or ignore what was proposed.',
    ADMINISTER: 'Tokens and backups.',
  },
})

export const ActorKind = enumOf('ActorKind', actorKinds, {
  description: 'Who acted.',
  of: { USER: 'A person.', AGENT: 'A machine that proposes.', SYSTEM: 'The server itself.' },
})

export const WorkStatus = enumOf('WorkStatus', workStatuses, {
  description: 'Where a work stands.',
  of: {
    PLANNING: '筹备. No text yet.',
    SERIALIZING: '连载. Has text.',
    COMPLETED: '完本. Every owed setting is closed.',
    ARCHIVED: '归档. Readable, nothing more.',
  },
})

export const EntityStatus = enumOf('EntityStatus', entityStatuses, {
  description: 'Life cycle of an entity (三态).',
  of: {
    DRAFT: '草稿. Proposed, no part of the canon.',
    CANONICAL: '正式. Confirmed by a person.',
    RETIRED: '退役. Kept with its reason, no longer in force.',
  },
})

export const EntityTier = enumOf('EntityTier', tiers, {
  description: "The author's judgement of weight.",
  of: { CORE: '核心.', MAJOR: '重要.', MINOR: '次要.', DECORATIVE: '装饰.' },
})

export const AliasKind = enumOf('AliasKind', aliasKinds, {
  description: 'What kind of name it is.',
  of: {
    NAME: '名.',
    COURTESY: '字.',
    TITLE: '头衔.',
    NICKNAME: '绰号.',
    KINSHIP: '亲属称呼.',
    EPITHET: '别称.',
    DISGUISE: '化名.',
  },
})

export const EvolutionPhase = enumOf('EvolutionPhase', phases, {
  description: 'Where in its life a setting stands (周期).',
  of: { ENTRANCE: '登场.', GROWTH: '成长.', HIGHLIGHT: '高光.', EXIT: '退场.', ENDING: '结局.' },
})

export const DraftOperation = enumOf('DraftOperation', draftOperations, {
  description: 'What a draft would do.',
  of: {
    CREATE: 'A new entity.',
    REVISE: 'Facts, validity, tier, evolution or planned arc of an entity.',
    ADD_ALIAS: 'One more name.',
  },
})

export const DraftStatus = enumOf('DraftStatus', draftStatuses, {
  description: 'What became of a draft.',
  of: {
    PENDING: 'Waits for a person.',
    CONFIRMED: 'Part of the canon.',
    IGNORED: 'Declined by a person.',
    WITHDRAWN: 'Taken back by its submitter.',
    SUPERSEDED: 'A newer draft took its place.',
  },
})

export const DraftOrigin = enumOf('DraftOrigin', draftOrigins, {
  description: 'Where a draft came from.',
  of: {
    CANON_TEXT: "Read from the work's own text.",
    REFERENCE_WORK: 'From a reference book.',
    AGENT: 'From a writing agent.',
    ANNOTATION: 'From a tag in the prose.',
    IMPORT: 'From an imported list.',
    AUTHOR: 'From the author.',
  },
})

export const DecisionKind = enumOf('DecisionKind', decisionKinds, {
  description: 'What a person decided.',
  of: {
    CONFIRM: 'Drafts became canon.',
    EDIT_AND_CONFIRM:
      "Drafts became canon as the person edited them; the proposers' texts are kept.",
    IGNORE: 'Drafts were declined.',
    TEXT_SAVE: 'Canonical text or a setting note was saved by hand.',
    IMPORT: 'A manuscript was imported.',
    STATUS: 'A work was created, or its status set.',
  },
})

export const BulkPolicy = enumOf('BulkPolicy', bulkPolicies, {
  description: 'What one failed item means for the others of a call.',
  of: {
    ATOMIC: 'All or nothing.',
    PER_ITEM: 'Each item on its own; failed ones are reported, and what depends on them fails too.',
  },
})

export const ChapterKind = enumOf('ChapterKind', chapterKinds, {
  description: 'What kind of chapter it is.',
  of: {
    CHAPTER: '正章.',
    PROLOGUE: '序章, 楔子, 前言.',
    EPILOGUE: '尾声, 后记.',
    EXTRA: '番外.',
    INTERLUDE: '幕间.',
  },
})

export const ChapterStatus = enumOf('ChapterStatus', chapterStatuses, {
  description: 'How far a chapter is.',
  of: {
    PLANNED: 'Laid, without text.',
    DRAFTED: 'Has text that nobody accepted.',
    ACCEPTED: 'Has canonical text.',
  },
})

export const SourceKind = enumOf('SourceKind', sourceKinds, {
  description: 'What a source points to.',
  of: {
    CANON_TEXT: "A passage of the work's own text.",
    CONFIRMED_SETTING: 'A setting note, or the words in which a person vouched.',
  },
})

export const SourceCheck = enumOf('SourceCheck', sourceChecks, {
  description: 'Recomputed on every read.',
  of: {
    MATCH: 'The quote stands there, the hashes agree.',
    MISMATCH: 'The quote or a hash differs.',
    MISSING: 'The cited text is gone.',
  },
})

export const Severity = enumOf('Severity', severities, {
  description: 'How much a finding weighs.',
  of: { BLOCKING: 'Shuts the gate.', WARNING: 'Reported; look at it.', INFO: 'Reported.' },
})

export const LedgerState = enumOf('LedgerState', ledgerStates, {
  description:
    'Cumulative state of a setting as of a chapter; 未收口 is row level, see `LedgerRow.unclosed`.',
  of: {
    UNTOUCHED: '未被碰. No mention and no step so far.',
    CONSUMED: '已消费. Something happened, no ending yet.',
    CLOSED: '已收口. An ending happened.',
  },
})

export const TraversalDirection = enumOf('TraversalDirection', traversalDirections, {
  description: 'Which relations of an entity are meant.',
  of: {
    OUTGOING: 'It is the source.',
    INCOMING: 'It is the target.',
    BOTH: 'It is either end.',
  },
})

export const FieldKind = enumOf('FieldKind', fieldKinds, {
  description: 'Kind of a payload field.',
  of: {
    TEXT: '文本.',
    NUMBER: '数值.',
    BOOLEAN: '是否.',
    ENUM: 'One of a closed set.',
    REF: 'Another entity.',
    RECORD: 'A small typed object, e.g. a power standing.',
    LIST: 'Ordered, replaced as a whole.',
    SET: 'Members come and go one by one.',
  },
})

export const FieldLevel = enumOf('FieldLevel', fieldLevels, {
  description: 'What the coverage gate says of a missing field.',
  of: {
    REQUIRED: 'Missing shuts the gate unless doubted.',
    RECOMMENDED: 'Missing is reported.',
    OPTIONAL: 'May be missing.',
  },
})

export const FieldTemporal = enumOf('FieldTemporal', fieldTemporals, {
  description: 'Where a value begins.',
  of: {
    LASTING: 'Where its earliest evidence stands; knows SET and UNSET only.',
    CHANGING: 'In the chapter that the proposal states.',
  },
})

export const ContextPurpose = enumOf('ContextPurpose', contextPurposes, {
  description: 'What a field may be read for by machines.',
  of: {
    FINE_OUTLINE: '细纲. Planning a chapter.',
    PROSE: '正文. Writing it.',
    CHECK: '检测. Checking it.',
    EXTRACTION: '抽取. Reading it.',
  },
})

export const NarrativeAspect = enumOf('NarrativeAspect', narrativeAspects, {
  description: 'The six aspects of narrative state.',
  of: {
    LOCATION: '位置.',
    POSSESSION: '持有物.',
    KNOWLEDGE: '知情范围.',
    CONDITION: '伤势与生死.',
    RELATION: '关系阶段.',
    POWER: '境界.',
  },
})

export const Polarity = enumOf('Polarity', polarities, {
  description: 'Whether a relation is friendly.',
  of: { POSITIVE: '友善.', NEUTRAL: '中立.', NEGATIVE: '敌对.', MIXED: '爱恨交织.' },
})

export const PowerKind = enumOf('PowerKind', powerKinds, {
  description: 'A system of powers, or one technique of it.',
  of: { SYSTEM: '体系.', TECHNIQUE: '招式.' },
})

export const RelationEnd = enumOf('RelationEnd', relationEnds, {
  description: 'One end of a relation.',
  of: { SOURCE: 'The source.', TARGET: 'The target.' },
})

export const MatchKind = enumOf('MatchKind', ['KEY', 'NAME', 'ALIAS'], {
  description: 'What of an entity matched.',
  of: { KEY: 'Its key.', NAME: 'Its name.', ALIAS: 'Another name in force.' },
})

export const IdempotencyReason = enumOf('IdempotencyReason', idempotencyReasons, {
  description: 'Why a repeated key is refused.',
  of: {
    PARAMETER_MISMATCH: 'The key was used with another input.',
    IN_PROGRESS: 'Its first request is still running.',
  },
})

export const ConfidenceBand = enumOf('ConfidenceBand', confidenceBands, {
  description: 'What a confidence means.',
  of: {
    AUTO: '> 0.8. Adopted.',
    WARNED: '0.5..0.8. Adopted with a warning.',
    HELD: '< 0.5. Held until a person resolves it.',
  },
})

export const AlarmKind = enumOf('AlarmKind', alarmKinds, {
  description: 'What is amiss with the work as a whole; computed on every read, never stored.',
  of: {
    NEVER_TOUCHED: '未被碰. A setting that the text never touched.',
    UNCLOSED: '未收口. An ending is planned but not reached.',
    OPEN_DOUBT: '存疑. A declared doubt stands in for a field.',
  },
})

/** The registry's closed sets, by their values. */
export const enumsByValues = new Map<
  string,
  typeof Polarity | typeof PowerKind | typeof RelationEnd
>([
  [polarities.join(), Polarity],
  [powerKinds.join(), PowerKind],
  [relationEnds.join(), RelationEnd],
])
