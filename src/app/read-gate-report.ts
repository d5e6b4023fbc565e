import type { ReadDb } from '#db/database.ts'
import type { EntityDraft } from '#db/entity-drafts.ts'
import { loadTimeline } from '#db/timelines.ts'
import type { Work } from '#db/works.ts'
import { confirmProposal } from '#domain/draft/confirm.ts'
import { reportOn } from '#domain/draft/decide.ts'
import { refIdsOf } from '#domain/draft/references.ts'
import type { GateReport } from '#domain/gates/gate.ts'
import { loadCanon, loadCited } from './load-canon.ts'

/** What the gates would say to confirming a draft as it is, with nothing vouched. Reads only. */
export async function readGateReport(
  db: ReadDb,
  work: Work,
  { draft, now }: { readonly draft: EntityDraft; readonly now: Date },
): Promise<GateReport> {
  const canon = await loadCanon({ db, work, now }, [draft])
  const by = {
    timeline: await loadTimeline(db, work, work.canonRevision),
    cited: await loadCited({ db, work, now }, [draft.proposal]),
    vouched: undefined,
    endingDirection: undefined,
  }
  const { type, proposal, entityId, operation } = draft
  const needed = [...refIdsOf(type, proposal), ...(operation === 'CREATE' ? [] : [entityId])]
  const confirmation = confirmProposal(proposal, canon.targetOf(entityId), by)
  return reportOn(
    confirmation,
    needed.filter((id) => !canon.isCanonical(id)),
    canon,
  )
}
