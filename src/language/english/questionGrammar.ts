/**
 * How English questions are built: a weighted grammar over the tags of their words. The parse with the least weight counts. It knows no
 * vocabulary and no topic; weights say which of two readings is likelier where both are grammatical.
 *
 * q question · wn what is asked for · wa when, how · inv auxiliary first · s clause · vp, fin, args verb phrase · np, bnp, nb noun phrase ·
 * rc relative clause · rrc the same without its pronoun · pp, ofp preposition and what follows · ic clause without a finite verb
 */
export const questionGrammar = `
q -> wn be npg 0 | p wn be npg 0 | wn vp 0 | wn s 0.8 | wn be np 0 | wn inv 0 | p wn inv 0 | p wn be np 0 | of wn inv 0 | wa inv 0 | inv 0.2 | s 0.6 | imp np 0 | imp pron np 0 | np 4 | wn 4
q -> pp comma q 0.3 | pp q 1 | ic comma q 0.6 | np comma q 1.5 | adv q 0.5 | q and q 1.2 | q comma and q 1 | q comma q 2 | q comma pp 0.6 | if s comma q 0.5
inv -> be npg 0.4 | be npg part 0 | do npg vbp 0 | be np 0.4 | be np part 0 | be np args 0.5 | be adv np args 0.6 | be np comma args 0.6 | do np vbp 0 | mod np vbp 0 | have np vnp 0 | be adv np 0.9
inv -> be not np args 0.6 | have np np 1 | do np adv vbp 0.2
part -> vn 0 | vn args 0 | adv part 0.3
vbp -> vb 0 | vb args 0 | vb s 0.9 | vb vp 1 | vb that s 0.3 | not vbp 0.1 | adv vbp 0.2 | been args 0 | been 0 | have vnp 0.3 | vbp and vbp 0.8 | have args 0
vnp -> vn 0 | vn args 0 | been args 0 | been 0 | adv vnp 0.2 | been vn 0 | been vn args 0
wn -> who 0 | what 0 | which 0.3 | what nb 0.1 | which nb 0 | which of np 0.1 | whose nb 0 | how nb 0.2 | wn and wn 1.5
wn -> wn pp 0.5 | wn ofp 0.2 | wn rc 0.3 | wn rrc 0.7 | wn comma rc comma 0.5 | wn comma rc 0.6 | wn gen nb 1 | wn comma rrc comma 0.8 | wn comma pp comma 0.8
wa -> when 0 | how 0 | how adv 0 | how nb 0.3
s -> np vp 0 | adv s 0.5 | pp comma s 0.4 | np adv vp 0.3 | np comma adv comma vp 0.8 | s and s 1.5 | s comma and s 1.4
vp -> fin 0 | fin args 0 | vp and vp 0.6 | vp comma and vp 0.5 | adv vp 0.2 | vp comma vp 1.5
fin -> v 0 | be 0.1 | have 0.2 | do 0.6 | be vn 0 | be vg 0 | be been vn 0 | be adv vn 0.1 | be not vn 0.1 | have vn 0 | have adv vn 0.1 | have been vn 0 | have been 0 | have been vg 0
fin -> mod vb 0 | mod been 0 | mod been vn 0 | mod adv vb 0.1 | mod not vb 0.1 | do vb 0.2 | do not vb 0 | mod have vn 0 | be to vb 0.4 | be vn to vb 0.3 | have to vb 0.2 | be been 0.3
args -> arg 0 | arg args 0.35 | comma arg 0.6 | comma arg args 0.9
arg -> np 0.1 | npg 0.1 | pp 0.1 | ofp 0.8 | ic 0.5 | adv 0.2 | that s 0.6 | s 2 | if s 0.8 | wa 0.6 | when s 0.8 | wn s 1.2 | num 0.4 | p 0.5 | of 0.5 | arg and arg 1
pp -> p np 0 | p npg 0 | p ic 0.7 | p p np 0.2 | p of np 0.1 | p s 1.2 | adv p np 0.5 | p wa 0.6 | pp and pp 0.7 | p when s 0.5 | adv pp 0.8
ofp -> of np 0 | of ic 0.9 | of wn s 1.2 | of wn vp 1
ic -> vn 0 | vn args 0 | vg 0.2 | vg args 0 | to vb 0 | to vb args 0 | to been args 0 | adv ic 0.3 | not ic 0.2 | ic and ic 0.8
bnp -> nb 0.2 | that nb 0.8 | that 1.5 | dnp 0 | own nb 0 | pron 0.1 | det det nb 0.2 | det own nb 0.3 | det of np 0.4 | num of np 0.2 | np gen nb 0 | np gen own nb 0.2 | wn 0.6
dnp -> det nb 0
npg -> np gens nb 0
np -> bnp 0 | dnp crc 0 |  bnp ofp 0 | np and np 0.5 | np comma and np 0.6 | np comma np and np 0.6 | np pp 0.3 | bnp rc 0.1 | np rc 0.4 | np rrc 0.35 | np ofp 0.8
np -> np comma rc comma 0.4 | np comma rc 0.5 | np comma np 1.3 | np comma np comma 1.1 | np comma rrc comma 0.9 | np comma pp comma 0.9 | np comma rrc 1.2
np -> vg args 1.6 | wn vp 2.2 | wn s 2 | when s 2 | det vg args 1.5 | np to vb args 0.9 | np to vb 0.9
nb -> n 0 | name 0 | num 0.1 | n nb 0.05 | name nb 0.2 | num nb 0.05 | vn nb 0.8 | vg nb 1 | adv nb 0.7 | n of n 0.15 | nb and nb 0.9 | n comma nb 1 | name vg 0.8 | n vg 1
rc -> that vp 0 | who vp 0 | which vp 0 | that s 0 | who s 0.1 | which s 0 | whose nb vp 0 | whose nb s 0.1 | when s 0 | p which s 0 | of which s 0 | p who s 0 | of who s 0 | p whose nb s 0.3
crc -> s 1.2 | np fin p 0.2
rc -> rc and rc 0.4 | rc comma rc 0.8 | adv rc 0.6 | rc comma and rc 0.5
rrc -> vn 0.3 | vn args 0 | vg args 0.1 | vg 0.5 | adv vn args 0.2 | n pp 1.5 | rrc and rrc 0.6 | to vb args 0.6
`;
