package live

import (
	"context"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// lesson is what the teacher has to say of a move.
type lesson struct {
	move   board.Move
	before *board.Game
	value  float64 // what the move wins, a share of games
	better player.MoveAnalysis
}

// loss is how much of a game the move lost.
func (l *lesson) loss() float64 { return l.better.Winrate - l.value }

// look has the teacher look at a move, which was played already. The caller holds mu.
func (g *Game) look(before *board.Game, m board.Move) {
	var l *lesson
	g.think("lesson", 1, func(ctx context.Context) (err error) {
		l, err = g.room.judge(ctx, before, m)
		return err
	}, func() error {
		if l != nil && l.loss() > g.share {
			g.advice.lesson = l
		}
		return nil
	})
}

// judge compares a move with the best one; nil if there is nothing to compare.
func (r *Room) judge(ctx context.Context, before *board.Game, m board.Move) (*lesson, error) {
	p, err := r.Teacher(before.Size())
	if err != nil {
		return nil, err
	}
	defer p.Close()
	if err := p.NewGame(game.Of(before)); err != nil {
		return nil, err
	}
	best, err := read(ctx, p, m.Color)
	if err != nil || best == nil || len(best.Moves) == 0 || best.Moves[0].Point == m.Point {
		return nil, err
	}
	if err := p.Play(m); err != nil {
		return nil, err
	}
	after, err := read(ctx, p, m.Color.Opponent())
	if err != nil || after == nil {
		return nil, err
	}
	return &lesson{move: m, before: before, value: 1 - after.For(m.Color.Opponent()), better: *bestOf(best)}, nil
}

// bestOf is what would be played.
func bestOf(a *player.Analysis) *player.MoveAnalysis { return &a.Moves[0] }

// read is what a player sees in its position; nil if it sees nothing to read.
func read(ctx context.Context, p player.Analyst, c board.Color) (last *player.Analysis, err error) {
	_, err = p.GenmoveAnalyze(ctx, c, timing.Clock{PlayOn: true}, player.AnalyzeOptions{}, func(a *player.Analysis) {
		last = a.Clone()
	})
	return last, err
}
