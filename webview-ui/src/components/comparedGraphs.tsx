import { ReactFlowProvider } from '@xyflow/react';
import type { MarkedDag } from '../cardMarks.ts';
import { Dag } from './dag.tsx';
import { usePlaces } from './runMap.tsx';

interface NamedGraph {
  readonly name: string;
  readonly dag: MarkedDag;
}

/** Two graphs side by side, to look at. The table of differences says the same in words. */
export function ComparedGraphs({ graphs }: { readonly graphs: readonly NamedGraph[] }) {
  return (
    <div className="graphs" aria-hidden>
      {graphs.map(({ name, dag }) => (
        <figure key={name} className="map">
          <figcaption className="quiet small">{name}</figcaption>
          <ReactFlowProvider>
            <StillGraph dag={dag} />
          </ReactFlowProvider>
        </figure>
      ))}
    </div>
  );
}

function StillGraph({ dag }: { readonly dag: MarkedDag }) {
  const places = usePlaces(dag, 0);
  return <Dag dag={dag} places={places} selected={undefined} onSelect={() => undefined} arrangement={0} isStill />;
}
